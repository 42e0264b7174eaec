import { describe, expect, test } from 'vitest';
import { readDiscussion } from '../../src/comments/actions/read-discussion.ts';
import type { Client } from '../support/client.ts';
import { until } from '../support/until.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const author = await world.member({ exp: 1 });
const reader = await world.member({ exp: 1 });
const admin = await world.member({ exp: 1, role: 'admin' });
const visitor = world.visitor();

async function newPost(options: { draft?: boolean } = {}): Promise<number> {
  const text = { title: '夜航', body: '<p>灯火可亲。</p>', ...options };
  return (await author.post('/api/studio/posts', text)).body.id;
}

async function addComment(client: Client, postId: number, body = '写得真好。'): Promise<number> {
  return (await client.post(`/api/posts/${postId}/comments`, { body })).body.id;
}

async function reply(client: Client, id: number, body = '同感。'): Promise<number> {
  return (await client.post(`/api/comments/${id}/reply`, { body })).body.id;
}

/** The ids of the comments on a page, in page order. */
const shown = (html: string) =>
  [...html.matchAll(/<article id="c-(\d+)"/g)].map((match) => Number(match[1]));
const section = (html: string) => html.slice(html.indexOf('id="comments"'));
const read = async (client: Client, path: string) => {
  const { status, text } = await client.get(path);
  expect(status).toBe(200);
  // Data for scripts is not visible text.
  return section(text).replace(/data-props='[^']*'/, '');
};

describe('§4 page /posts/:id, its comments', () => {
  test('hottest first, each with its first replies, and a link to the others', async () => {
    const post = await newPost();
    const [first, second] = [await addComment(reader, post), await addComment(reader, post)];
    const replies = [];
    for (let index = 0; index < 5; index++) replies.push(await reply(author, first));
    const html = await read(visitor, `/posts/${post}`);
    expect(shown(html)).toEqual([first, ...replies.slice(0, 3), second]);
    const link = `/posts/${post}?thread=${first}#c-${first}`;
    expect(html).toContain(`href="${link}"`);
    expect(html).toContain('展开 2 条回复');
    expect(shown(await read(visitor, link.split('#')[0] ?? ''))).toEqual([
      first,
      ...replies,
      second,
    ]);
  });

  test('20 per page, the next by a link that needs no script', async () => {
    const post = await newPost();
    const all: number[] = [];
    for (let index = 0; index < 22; index++) all.push(await addComment(reader, post));
    const html = await read(visitor, `/posts/${post}`);
    expect(shown(html)).toEqual(all.slice(0, 20));
    const next = /href="([^"]*comments=[^"]*)#comments" rel="next"/.exec(html)?.[1] ?? '';
    const later = await read(visitor, next);
    expect(shown(later)).toEqual(all.slice(20));
    expect(later).toContain('从头看起');
  });

  test('a text stays text: with line breaks, without markup, mentions link to the member', async () => {
    const post = await newPost();
    await reader.put('/api/settings/profile', { username: '阿哲' });
    await addComment(author, post, '一\n二 <b>三</b> https://example.org @阿哲 好');
    const html = await read(visitor, `/posts/${post}`);
    expect(html).toContain(
      `一\n二 &lt;b>三&lt;/b> https://example.org <a href="/space/${reader.uid}">@阿哲</a> 好`,
    );
  });
});

describe('deep links', () => {
  test('a comment of a later page: the page starts with its root', async () => {
    const post = await newPost();
    for (let index = 0; index < 21; index++) await addComment(author, post);
    const last = await addComment(reader, post);
    expect(shown(await read(visitor, `/posts/${post}`))).not.toContain(last);
    expect(shown(await read(visitor, `/posts/${post}?comment=${last}`))).toEqual([last]);
  });

  test('§6 NotifyComment: the server marks the comment named in the URL, and no other', async () => {
    const post = await newPost();
    const marked = await addComment(reader, post);
    const other = await addComment(author, post);
    const isMarked = (html: string, id: number) =>
      new RegExp(`<article id="c-${id}" class="comment comment-marked" aria-current="true"`).test(
        html,
      );
    const html = await read(visitor, `/posts/${post}?comment=${marked}`);
    expect([isMarked(html, marked), isMarked(html, other)]).toEqual([true, false]);
    const root = await addComment(reader, post);
    const replyId = await reply(author, root);
    expect(isMarked(await read(visitor, `/posts/${post}?comment=${replyId}`), replyId)).toBe(true);
    expect(await read(visitor, `/posts/${post}`)).not.toContain('comment-marked');
    await reader.delete(`/api/comments/${marked}`);
    const without = await read(visitor, `/posts/${post}?comment=${marked}`);
    expect(shown(without)).toEqual([root, replyId, other]);
    expect(without).not.toContain('comment-marked');
  });

  test('the page cache stores the page of each marked comment separately, and drops a deleted comment', async () => {
    const own = await createWorld({ PAGE_CACHE_AGE_MS: '200' });
    const member = await own.member({ exp: 300 });
    const post = (await member.post('/api/studio/posts', { title: '灯下', body: '<p>好</p>' })).body
      .id;
    const [first, second] = [
      (await member.post(`/api/posts/${post}/comments`, { body: '一' })).body.id,
      (await member.post(`/api/posts/${post}/comments`, { body: '二' })).body.id,
    ];
    const markedOn = async (query: string) =>
      /id="c-(\d+)" class="comment comment-marked"/.exec(
        (await own.visitor().get(`/posts/${post}${query}`, { headers: { accept: 'text/html' } }))
          .text,
      )?.[1];
    for (let round = 0; round < 2; round++) {
      expect(await markedOn(`?comment=${first}`)).toBe(String(first));
      expect(await markedOn(`?comment=${second}`)).toBe(String(second));
      expect(await markedOn('')).toBeUndefined();
    }
    await member.delete(`/api/comments/${first}`);
    await until(async () => (await markedOn(`?comment=${first}`)) === undefined);
  });

  test('a collapsed reply is expanded, and the replies before it stay reachable', async () => {
    const post = await newPost();
    const root = await addComment(reader, post);
    const replies: number[] = [];
    for (let index = 0; index < 30; index++) replies.push(await reply(author, root));
    const [deep] = replies.slice(27);
    const html = await read(visitor, `/posts/${post}?comment=${deep}`);
    expect(shown(html)).toEqual([root, ...replies.slice(0, 3), ...replies.slice(27)]);
    expect(html).toContain('展开 24 条回复');
    const whole = await read(visitor, `/posts/${post}?thread=${root}`);
    expect(shown(whole)).toEqual([root, ...replies.slice(0, 20)]);
    const next = /href="([^"]*replies=[^"]*)#c-/.exec(whole)?.[1] ?? '';
    expect(shown(await read(visitor, next.replaceAll('&amp;', '&')))).toEqual([
      root,
      ...replies.slice(0, 3),
      ...replies.slice(20),
    ]);
  });

  test('D25 a deleted comment, one of another post or an invalid id: the post with its newest comments, and a message', async () => {
    const [post, other] = [await newPost(), await newPost()];
    const [matching, gone, elsewhere] = [
      await addComment(reader, post),
      await addComment(reader, post),
      await addComment(reader, other),
    ];
    await reader.delete(`/api/comments/${gone}`);
    for (const id of [gone, elsewhere, 999_999]) {
      const html = await read(visitor, `/posts/${post}?comment=${id}`);
      expect(shown(html)).toEqual([matching]);
      expect(html).toContain('这条评论已被删除或不可见');
    }
    for (const query of [
      'comments=nonsense',
      'comment=-1',
      'comment=x',
      `thread=${elsewhere}`,
      'reply=7',
    ])
      expect(shown(await read(visitor, `/posts/${post}?${query}`))).toEqual([matching]);
  });

  test('an invalid page parameter loses nothing: the action redirects to the same page', async () => {
    const post = await newPost();
    const root = await addComment(reader, post);
    const discussion = await readDiscussion(world.ctx, null, post, {
      replies: 'nonsense',
      thread: root,
    });
    expect(discussion.comments.items.map((one) => one.id)).toEqual([root]);
    expect(discussion.thread).toBeUndefined();
  });
});

describe('members who may comment get the form, and others the reason', () => {
  test('an anonymous visitor gets a link to the log-in and back', async () => {
    const post = await newPost();
    await addComment(reader, post);
    const html = await read(visitor, `/posts/${post}`);
    expect(html).toContain('登录后评论');
    expect(html).toContain(`/login?next=${encodeURIComponent(`/posts/${post}#comments`)}`);
    expect(html).not.toContain('<textarea');
  });

  test('§7 a banned member reads, and everything else is disabled with the reason', async () => {
    const post = await newPost();
    const banned = await world.member({ status: 'banned', exp: 1 });
    await addComment(reader, post);
    const html = await read(banned, `/posts/${post}`);
    expect(html).toContain('账号已被封禁，不能评论。');
    expect(html).not.toContain('<textarea');
    expect(html).toMatch(/disabled[^>]*aria-describedby="comments-barrier"/);
  });

  test('D30 no one comments on a post that is not public, not even its author', async () => {
    const draft = await newPost({ draft: true });
    expect(await read(author, `/posts/${draft}`)).toContain('文章公开后才能评论。');
  });

  test('Lv0 may comment; images and search show their level, and the missing exp', async () => {
    const newcomer = await world.member();
    const html = await read(newcomer, `/posts/${await newPost()}`);
    expect(html).toContain('<textarea');
    expect(html).toContain('Lv4 可发图，还差 1,500 经验');
  });

  test("D27 the comment's author, the post's author and staff get the delete button", async () => {
    const post = await newPost();
    const id = await addComment(reader, post);
    const form = `action="/comments/${post}-${id}/delete"`;
    for (const client of [reader, author, admin])
      expect(await read(client, `/posts/${post}`)).toContain(form);
    for (const client of [visitor, await world.member({ exp: 1 })])
      expect(await read(client, `/posts/${post}`)).not.toContain(form);
  });
});

describe('comments that members are shown alike', () => {
  test('D25, D27 a member who has seen one sees at once that it was edited, liked, renamed, hidden or deleted', async () => {
    const [one, other] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
    const post = await newPost();
    const id = await addComment(reader, post, '初稿');
    const second = await reply(one, id, '答复');
    const pages = () => Promise.all([one, other].map((client) => read(client, `/posts/${post}`)));
    for (const html of await pages()) expect(html).toContain('初稿');

    await reader.put(`/api/comments/${id}`, { body: '改稿' });
    for (const html of await pages()) {
      expect(html).toContain('改稿');
      expect(html).not.toContain('初稿');
    }
    await one.put(`/api/comments/${id}/like`);
    const [liked, seen] = await pages();
    expect(liked).toContain(`formaction="/comments/${post}-${id}/like/delete"`);
    expect(seen).toContain(`formaction="/comments/${post}-${id}/like/update"`);

    await one.put('/api/settings/profile', { username: '新名字' });
    for (const html of await pages()) expect(html).toContain('新名字');

    await other.put(`/api/users/${one.uid}/block`, { kind: 'mute' });
    const [shownToOne, shownToOther] = await pages();
    expect([shown(shownToOne ?? ''), shown(shownToOther ?? '')]).toEqual([[id, second], [id]]);
    expect(shownToOther).not.toContain('新名字');

    await one.delete(`/api/comments/${second}`);
    for (const html of await pages()) expect(shown(html)).toEqual([id]);
    await admin.delete(`/api/comments/${id}`);
    for (const html of await pages()) expect(html).not.toContain('改稿');
  });

  const CHANGES: [string, string, string][] = [
    [
      'a comment is deleted',
      '初稿',
      'update comment set deleted_at = now(), deleted_by = author_uid where post_id = $1',
    ],
    ['a comment is edited', '初稿', "update comment set body = '改稿' where post_id = $1"],
    [
      'the member who wrote it is renamed',
      '林间来客',
      `update member_card set version = version + 1, username = '别名'
        where uid in (select author_uid from comment where post_id = $1)`,
    ],
    [
      'the account of that member is deleted',
      '初稿',
      `update member_card set version = version + 1, state = 'deleted'
        where uid in (select author_uid from comment where post_id = $1)`,
    ],
    [
      'the post is locked',
      '灯火可亲',
      "update post set status = 'locked', locked_from = 'approved' where id = $1",
    ],
    [
      'its text is edited',
      '<p>灯火可亲',
      "update post set body = '改', rendered = null where id = $1",
    ],
  ];

  test.each(CHANGES)(
    'D25, D55 the next member sees it at once, unannounced: %s',
    async (_what, text, change) => {
      const [writer, one] = [await world.member({ exp: 1 }), await world.member({ exp: 1 })];
      await writer.put('/api/settings/profile', { username: `林间来客${writer.uid}` });
      const post = await newPost();
      await addComment(writer, post, '初稿');
      const page = async (client: Client) => (await client.get(`/posts/${post}`)).text;
      for (const client of [reader, one]) expect(await page(client)).toContain(text);
      await world.sql(change, [post]);
      for (const client of [reader, one]) expect(await page(client)).not.toContain(text);
    },
  );

  test('a new comment whose count still waits as a delta is seen at once', async () => {
    const post = await newPost();
    expect(shown(await read(reader, `/posts/${post}`))).toEqual([]);
    const added = `
      with added as (
        insert into comment (post_id, author_uid, body, created_at, day) values ($1, $2, '新来的', now(), current_date) returning id
      ), counted as (
        insert into comment_count (post_id, comment_id, listed) select $1, id, true from added
      )
      insert into post_count_delta (post_id, day, likes, dislikes, comments)
      select $1, current_date, 0, 0, 1 from added returning (select id from added)`;
    const [comment] = await world.sql(added, [post, reader.uid]);
    expect(shown(await read(reader, `/posts/${post}`))).toEqual([Number(comment?.['id'])]);
  });

  test('the author and the staff see what they may do, after others have read the post', async () => {
    const post = await newPost();
    const id = await addComment(reader, post);
    const page = async (client: Client) => (await client.get(`/posts/${post}`)).text;
    for (const html of [await page(reader), await page(reader)])
      expect(html).not.toContain(`/studio/write?id=${post}`);
    expect(await page(author)).toContain(`/studio/write?id=${post}`);
    expect(await page(author)).toContain(`action="/comments/${post}-${id}/pin/update"`);
    expect(await page(admin)).toContain(`action="/comments/${post}-${id}/delete"`);
    expect(await page(reader)).not.toContain(`/comments/${post}-${id}/pin`);
  });
});

describe('without scripts', () => {
  test('a comment, a reply and a deletion redirect to their comment', async () => {
    const post = await newPost();
    const html = await read(reader, `/posts/${post}`);
    expect(html).toContain(`action="/posts/${post}/comments"`);
    const posted = await reader.submit(`/posts/${post}/comments`, {
      body: '一\r\n二',
      next: `/posts/${post}#c-{id}`,
    });
    expect(posted.status).toBe(303);
    const id = Number(String(posted.headers['location']).split('#c-')[1]);
    expect(shown(await read(visitor, `/posts/${post}`))).toEqual([id]);

    const open = await read(author, `/posts/${post}?reply=${id}`);
    expect(open).toContain(`action="/comments/${post}-${id}/reply"`);
    expect(await read(author, `/posts/${post}`)).not.toContain(
      `action="/comments/${post}-${id}/reply"`,
    );
    const next = /name="next" value="([^"]*comment={id}[^"]*)"/.exec(open)?.[1] ?? '';
    const replied = await author.submit(`/comments/${post}-${id}/reply`, { body: '谢谢', next });
    expect(replied.headers['location']).toBe(`/posts/${post}?comment=${id + 1}#c-${id + 1}`);

    const gone = await reader.submit(`/comments/${post}-${id}/delete`, {
      next: `/posts/${post}#comments`,
    });
    expect([gone.status, gone.headers['location']]).toEqual([303, `/posts/${post}#comments`]);
    expect(shown(await read(visitor, `/posts/${post}`))).toEqual([]);
  });

  test('D27 a refusal repeats the whole typed text', async () => {
    const post = await newPost();
    const text = '字'.repeat(1001);
    const refused = await reader.submit(`/posts/${post}/comments`, { body: text, next: '/' });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(text);
  });
});
