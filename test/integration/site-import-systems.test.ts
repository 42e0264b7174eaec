import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { discourseTopic, ghostExport, writeFiles } from '../support/import-sources.ts';
import { emptyDirectory } from '../support/lamplight.ts';
import { pictureOf } from '../support/picture.ts';
import { createImportWorld, differencesAfterTick, importFrom } from '../support/site-import.ts';
import { writeWxr } from '../support/wxr.ts';

const { world, old, requested } = await createImportWorld({
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'lamplight@lamplight.example',
});
const directory = emptyDirectory();
const ghost = join(directory, 'ghost.json');
const OWN = '__GHOST_URL__';
const CARDS = `
<figure class="kg-card kg-image-card kg-card-hascaption"><img src="${OWN}/content/images/2021/03/a.jpg" class="kg-image" alt="灯"><figcaption>桌上的<b>灯</b></figcaption></figure>
<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://example.org/article"><div class="kg-bookmark-content"><div class="kg-bookmark-title">An article</div><div class="kg-bookmark-description">About lamps</div></div></a></figure>
<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="${OWN}/content/images/b.jpg"></div><div class="kg-gallery-image"><img src="${OWN}/missing/c.jpg" alt="丢了"></div></div></div></figure>
<pre><code class="language-js">const a = 1 &lt; 2;</code></pre>
<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?feature=oembed"></iframe></figure>
<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind the <b>flame</b></div></div>
<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">More</h4></div><div class="kg-toggle-content"><p>Hidden text</p></div></div>
<script>alert(1)</script><p onclick="x()">End <a href="/about/">about</a></p>`;

beforeAll(async () => {
  writeFiles(directory, {
    'ghost.json': ghostExport([
      { title: 'Cards', slug: 'cards', html: CARDS, feature_image: `${OWN}/content/images/a.jpg` },
      { title: '草稿', slug: 'draft', status: 'draft', html: '<p>未完</p>' },
      { title: 'Members only', slug: 'members', visibility: 'paid', html: '<p>secret</p>' },
      { title: 'About', slug: 'about', type: 'page', html: '<p>about</p>' },
      { title: 'Later', slug: 'later', published_at: '2999-01-01T00:00:00.000Z', html: '<p>x</p>' },
    ]),
    'uploads/images/b.jpg': await pictureOf('jpeg', 320, 240),
  });
});

test('import: cards of Ghost become the structure of posts; its drafts and posts for members stay drafts', async () => {
  const files = join(directory, 'uploads');
  const { report, invitations } = await importFrom(world, 'ghost', { path: ghost, old }, { files });
  expect(report.problems).toEqual([]);
  expect(report.counts).toMatchObject({ posts: 1, drafts: 3, new_members: 2, pictures_missing: 1 });
  expect(Object.fromEntries(report.left_out)).toMatchObject({ pages: 1 });
  // From the folder, not from the old site.
  expect(requested.some((path) => path.endsWith('b.jpg'))).toBe(false);
  const [row] = await world.sql(`select id, cover_key from post where title = 'Cards'`);
  expect(row?.['cover_key']).toMatch(/^post\//);
  const { body: post } = await world.visitor().get(`/api/posts/${row?.['id']}`);
  const shown = post.body.replace(/\/uploads\/post\/[^"]+/g, 'UP').replaceAll(/\n\s*/g, '');
  expect(shown).toContain(
    '<figure><img src="UP" alt="灯" width="640" height="400"><figcaption>桌上的<strong>灯</strong></figcaption></figure>',
  );
  expect(shown).toContain(
    '<blockquote><p><a href="https://example.org/article" rel="ugc nofollow noopener">An article</a></p><p>About lamps</p></blockquote>',
  );
  expect(shown).toContain('<figure><img src="UP" alt="" width="320" height="240"></figure>');
  expect(shown).toContain(
    `<figure class="missing-picture"><a href="${old}/missing/c.jpg" rel="ugc nofollow noopener">丢了</a></figure>`,
  );
  expect(shown).toContain('<pre><code class="language-js">const a = 1 &lt; 2;</code></pre>');
  expect(shown).toContain('https://www.youtube.com/watch?v=dQw4w9WgXcQ');
  expect(shown).toContain('<blockquote><p>Mind the <strong>flame</strong></p></blockquote>');
  expect(shown).toContain('<h4>More</h4><p>Hidden text</p>');
  expect(shown).toContain(`<a href="${old}/about/"`);
  expect(shown).not.toMatch(/alert|onclick|script|GHOST/);
  // Mail is set, so new members are invited by mail, once.
  expect(invitations).toEqual([]);
  await importFrom(world, 'ghost', { path: ghost, old });
  const mails = await world.sql(`select address from mail where kind = 'invitation' order by 1`);
  expect(mails.map(({ address }) => address)).toEqual(['ada@old.example', 'wen@old.example']);
});

test('import: topics of Discourse become posts and replies comments, long ones in several parts', async () => {
  const folder = join(directory, 'discourse');
  const long = Array.from({ length: 60 }, (_, n) => `<p>第 ${n} 段，${'灯'.repeat(30)}。</p>`).join(
    '',
  );
  writeFiles(folder, {
    'users.json': JSON.stringify([
      { id: 1, username: 'ada', name: 'Ada', email: 'ada@old.example' },
      { id: 2, username: 'wen', name: '阿文', email: 'wen@old.example' },
    ]),
    'categories.json': JSON.stringify({
      category_list: {
        categories: [
          { id: 5, name: '闲聊' },
          { id: 6, name: '内部', read_restricted: true },
        ],
      },
    }),
    'topics/7.json': discourseTopic({ id: 7, title: '第一个话题', tags: ['灯'] }, [
      { cooked: '<p>大家好 <img src="/images/emoji/smile.png" class="emoji" alt=":smile:"></p>' },
      { cooked: '<p>你好 <a class="mention" href="/u/ada">@ada</a></p>', username: 'wen' },
      { cooked: long, username: 'wen', reply_to_post_number: 2 },
      { cooked: '<p>closed</p>', post_type: 3 },
      { cooked: '<p>unknown</p>', username: 'nobody', name: 'Nobody' },
    ]),
    'topics/8.json': discourseTopic({ id: 8, title: '内部话题', category_id: 6 }, [
      { cooked: '<p>内部</p>' },
    ]),
    'topics/9.json': discourseTopic({ id: 9, title: 'pm', archetype: 'private_message' }, [
      { cooked: '<p>x</p>' },
    ]),
  });
  const guests = await world.member({ email: 'guests@example.org' });
  const { report } = await importFrom(
    world,
    'discourse',
    { path: folder, old },
    { guests: 'guests@example.org' },
  );
  expect(report.problems).toEqual([]);
  expect(report.counts).toMatchObject({ posts: 1, drafts: 1, comments: 3, known_members: 2 });
  expect(Object.fromEntries(report.left_out)).toEqual({
    'hidden replies and events of topics': 1,
    'private messages': 1,
  });
  const [row] = await world.sql(`select id from post where title = '第一个话题'`);
  const { body: post } = await world.visitor().get(`/api/posts/${row?.['id']}`);
  expect(post.body).toBe('<p>大家好 :smile:</p>');
  expect(post.tags.map(({ name }: { name: string }) => name)).toEqual(['闲聊', '灯']);
  const written = await world.sql(
    `select body, author_uid, root_id, reply_to_id from comment where post_id = $1 order by id`,
    [row?.['id']],
  );
  expect(written[0]).toMatchObject({ body: '你好 @ada', root_id: null });
  const parts = written.slice(1, -1).map(({ body }) => String(body));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.every((part) => [...part].length <= 1000)).toBe(true);
  expect(parts.join('').match(/第 \d+ 段/g)).toHaveLength(60);
  expect(written.at(-1)).toMatchObject({ body: 'Nobody: unknown', author_uid: guests.uid });
  expect(await differencesAfterTick(world)).toEqual([]);
});

test('import: a folder of Markdown with front matter of several programs, and pictures beside it', async () => {
  const folder = join(directory, 'markdown');
  const picture = await pictureOf('png', 300, 200);
  writeFiles(folder, {
    'posts/hexo.md': `---\ntitle: 早安\ndate: 2019-02-03 08:00:00\ntags:\n  - 生活\n  - 太长的标签太长的标签太长的标签太长的标签太长\nauthor: Ada\npermalink: /2019/hello/\n---\n早上好。\n\n![桌子](./a.png "早上的桌子")\n`,
    'posts/a.png': picture,
    'content/hugo/index.md': `+++\ntitle = "Hugo"\ndate = 2020-05-06T07:08:09Z\nlastmod = 2021-01-01\nauthors = ["Ada"]\nimage = "cover.png"\n+++\nText with \`code\`.\n\n\`\`\`go\nfmt.Println("<hi>")\n\`\`\`\n`,
    'content/hugo/cover.png': picture,
    '_posts/2018-01-02-jekyll-post.md':
      '# A title in the text\n\nHello from Jekyll.\n\n![x](/assets/x.png)\n',
    'assets/x.png': picture,
    '_drafts/idea.md': '---\ntitle: Idea\n---\nNot yet.\n',
    'README.md': '# not a post',
  });
  const { report } = await importFrom(
    world,
    'markdown',
    { path: folder },
    { author: 'me@example.org', addresses: new Map([['Ada', 'ada@old.example']]) },
  );
  expect(report.problems).toEqual([]);
  expect(report.counts).toMatchObject({
    posts: 3,
    drafts: 1,
    pictures_stored: 3,
    pictures_missing: 0,
  });
  expect(report.left_out.get('tags that are too long or too many')).toBe(1);
  const rows = await world.sql(
    `select title, body, published_at, updated_at, cover_key is not null as covered, email from post
       join users on uid = author_uid where title in ('早安', 'Hugo', 'A title in the text') order by published_at`,
  );
  expect(rows.map(({ title, email, covered }) => [title, email, covered])).toEqual([
    ['A title in the text', 'me@example.org', false],
    ['早安', 'ada@old.example', false],
    ['Hugo', 'ada@old.example', true],
  ]);
  expect(rows.map(({ published_at }) => published_at)).toEqual([
    new Date('2018-01-01T16:00:00.000Z'),
    new Date('2019-02-03T00:00:00.000Z'),
    new Date('2020-05-06T07:08:09.000Z'),
  ]);
  expect(rows[2]?.['updated_at']).toEqual(new Date('2020-12-31T16:00:00.000Z'));
  expect(rows[1]?.['body']).toMatch(
    /<figure><img src="\/uploads\/[^"]+" alt="桌子" width="300" height="200"><figcaption>早上的桌子<\/figcaption><\/figure>/,
  );
});

test('import: shortcodes, captions, galleries, code and players of WordPress become the structure of posts', async () => {
  const path = join(directory, 'shortcodes.xml');
  const up = `${old}/wp-content/uploads`;
  const content = `[caption id="attachment_5" align="alignnone" width="300"]<a href="${up}/full.jpg"><img src="${up}/full-300x200.jpg" alt="a"/></a> The caption[/caption]

[gallery ids="11,12"]

[code lang="php"]<?php if ($a < 1) { echo "<b>"; } ?>[/code]

https://www.youtube.com/watch?v=abcdefghijk

[video mp4="${old}/v.mp4"][/video]
<blockquote>One

Two</blockquote>
[unknown thing]`;
  const attachment = (id: number) => ({
    ...{
      id,
      title: 'x',
      type: 'attachment',
      status: 'inherit',
      attachment_url: `${up}/g${id}.jpg`,
    },
  });
  const blocks = `<!-- wp:gallery --><figure class="wp-block-gallery has-nested-images"><figure class="wp-block-image"><img src="${up}/g1.jpg" alt=""/></figure><figure class="wp-block-image"><img src="${up}/g2.jpg" alt=""/><figcaption>Two</figcaption></figure><figcaption>All</figcaption></figure><!-- /wp:gallery --><!-- wp:code --><pre class="wp-block-code"><code>a &lt; b</code></pre><!-- /wp:code -->`;
  writeFiles(directory, {
    'shortcodes.xml': writeWxr(
      `${old}/blog`,
      [{ id: 1, login: 'ada', email: 'ada@old.example', name: 'Ada' }],
      [
        { id: 1, title: 'Classic', author: 'ada', content, thumbnail: 11 },
        { id: 2, title: 'Blocks', author: 'ada', content: blocks },
        { id: 3, title: '', author: 'ada', content: '没有标题的文章，从第一句话取。' },
        ...[11, 12].map(attachment),
      ],
    ),
  });
  const { report } = await importFrom(world, 'wordpress', { path });
  expect(report.problems).toEqual([]);
  const bodyOf = async (title: string) => {
    const [row] = await world.sql('select body from post where title = $1', [title]);
    return String(row?.['body'])
      .replace(/\/uploads\/post\/[^"]+/g, 'UP')
      .replaceAll(' width="640" height="400"', '')
      .replaceAll('\n', '');
  };
  const figure = (alt = '', caption = '') =>
    `<figure><img src="UP" alt="${alt}">${caption && `<figcaption>${caption}</figcaption>`}</figure>`;
  const link = (href: string) => `<p><a href="${href}" rel="ugc nofollow noopener">${href}</a></p>`;
  expect(await bodyOf('Classic')).toBe(
    `${figure('a', 'The caption')}${figure()}${figure()}` +
      '<pre><code class="language-php">&lt;?php if ($a &lt; 1) { echo "&lt;b>"; } ?></code></pre>' +
      `${link('https://www.youtube.com/watch?v=abcdefghijk')}${link(`${old}/v.mp4`)}` +
      '<blockquote><p>One</p><p>Two</p></blockquote><p>[unknown thing]</p>',
  );
  expect(await bodyOf('Blocks')).toBe(
    `${figure()}${figure('', 'Two')}<p>All</p><pre><code>a &lt; b</code></pre>`,
  );
  expect(await bodyOf('没有标题的文章，从第一句话取。')).toBe(
    '<p>没有标题的文章，从第一句话取。</p>',
  );
});
