import type { FuzzSite } from './fuzz-site.ts';

/** Values that mean something on this site, by the name of the parameter or field that takes them. */
export type Vocabulary = (url: string, name: string) => unknown[];

/** Creates new rows for the next route, because the requests to the last one may have deleted them. */
export async function collectVocabulary({
  world,
  owner,
  fullMember,
}: FuzzSite): Promise<Vocabulary> {
  const text = { title: '墙边的灯', body: '<h2>一</h2><p>二 <em>三</em></p>' };
  const post = (await owner.post('/api/studio/posts', text)).body.id;
  await owner.post('/api/studio/posts', { ...text, draft: true });
  const comment = (await owner.post(`/api/posts/${post}/comments`, { body: '第一' })).body?.id;
  await owner.post(`/api/comments/${comment}/reply`, { body: '@full新名 第二' });
  await owner.post('/api/folders', { name: `夹${post}` });
  const series = (await owner.post('/api/series', { title: `集${post}` })).body?.id;
  await owner.post(`/api/series/${series}/posts`, { post_id: post });

  const recent = async (sql: string) => (await world.sql(sql)).map((row) => Object.values(row)[0]);
  const ids = async (table: string, column = 'id') =>
    (await recent(`select ${column} from ${table} order by ${column} desc limit 6`)).map(Number);
  const routedIds = (table: string, owner: string) =>
    recent(`select ${owner} || '-' || id from ${table} order by id desc limit 6`);
  const words: Record<string, unknown[]> = {
    uid: await ids('users', 'uid'),
    post_id: await ids('post'),
    root_id: await ids('comment'),
    comment: [...(await ids('comment')), ...(await routedIds('comment', 'post_id'))],
    folder_id: await ids('folder'),
    series_id: await ids('series'),
    sid: [
      owner.session_id,
      ...(await recent('select id from session order by created_at desc limit 5')),
    ],
    version: [1, 2, 3],
    email: [owner.email, fullMember.client.email, 'somebody@example.org'],
    password: ['correct horse battery', 'a wrong one'],
    body: [text.body, '@full新名 你好', '<pre><code class="language-ts">let a</code></pre>'],
    username: ['full新名', '新名字', 'ＡＢｃ', 'ﬁﬁ'],
    q: ['灯', 'full', owner.email, '%', '_', '\\'],
    cover_url: [fullMember.picture, '/uploads/post/none.webp'],
    key: ['audit.enabled', '__proto__', 'constructor', 'toString'],
    next: ['/posts', '//evil.example', '/\\evil.example', '/posts/{id}#c-{id}'],
    choice: ['en', 'zh-CN', 'dark', 'auto', 'on', 'off'],
    name: ['lamp.svg', 'site.css', '..%2f..%2fpackage.json'],
    '*': [fullMember.picture.replace('/uploads/', ''), '../package.json', 'post/'],
    refresh_token: [owner.cookies.get('rt') ?? ''],
  };
  Object.assign(words, {
    ...{ author: words['uid'], actor_uid: words['uid'], mention_uids: [], uids: [] },
    ...{ post: words['post_id'], around: words['root_id'], thread: words['root_id'] },
    ...{ current_password: words['password'], new_password: words['password'] },
    ...{ subject_id: words['post_id'] },
  });
  const kinds: [RegExp, string][] = [
    [/\/comments\/:id/, 'comment'],
    [/\/folders\/:id/, 'folder_id'],
    [/\/series\/:id/, 'series_id'],
    [/\/profile-changes\/:id/, 'profile_change'],
    [/\/messages\/:id/, 'notification'],
    [/./, 'post_id'],
  ];
  words['profile_change'] = await ids('profile_change');
  words['notification'] = await ids('notification');
  return (url, name) => {
    const kind = name === 'id' ? kinds.find(([pattern]) => pattern.test(url))?.[1] : name;
    // Comments are plain and posts are HTML; each takes the other's text, too.
    return words[kind ?? name] ?? [];
  };
}
