import fc from 'fast-check';
import { expect, test } from 'vitest';
import { processPostChanges } from '../../src/posts/actions/process-changes.ts';
import { updateTagsOf } from '../../src/posts/actions/update-tags.ts';
import type { Client } from '../support/client.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/**
 * D44, D45: after any step, the badge equals what paging through the list shows, in total and per category, and
 * read-all leaves nothing. Two sources of truth would drift apart here within a few steps.
 */
const RUNS = process.env['CI'] ? 100 : 25;
const CAP = 100;
const GROUPS = ['system', 'mention', 'like', 'follow', 'comment'] as const;
/** So that an inbox has more than one page. */
const PAGE = '3';
const TAG = '夜话';

const world = await createWorld();
const LV3 = 500;
const friends = [await friend(), await friend(), await friend()];

function friend(): Promise<Client> {
  return world.member({ transport: 'bearer', exp: LV3 });
}

/** One inbox: a member with two posts and a comment on another's post, and the comments they got. */
type Story = {
  reader: Client;
  posts: number[];
  host: number;
  own: number;
  comments: [Client, number][];
};

const who = fc.constantFrom(0, 1, 2);
const which = fc.constantFrom(0, 1);
const on = fc.boolean();
const switched = fc.constantFrom(
  ...['comment', 'reply', 'like', 'follow', 'energy', 'author_posts', 'tag_posts'],
);
const step = fc.oneof(
  fc.record({ do: fc.constant('comment' as const), who, which }),
  fc.record({ do: fc.constant('reply' as const), who }),
  fc.record({ do: fc.constant('mention' as const), who }),
  // Often the same member and post, so that the last like is taken back.
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('like' as const),
      who: fc.constantFrom(0, 0, 1),
      which: fc.constantFrom(0, 0, 1),
      on,
    }),
  },
  fc.record({ do: fc.constant('like own' as const), which, on }),
  fc.record({ do: fc.constant('follow' as const), who, on }),
  fc.record({ do: fc.constant('energize' as const), who, which }),
  fc.record({ do: fc.constant('publish' as const), who, on }),
  fc.record({ do: fc.constant('follow back' as const), who, on }),
  fc.record({ do: fc.constant('delete comment' as const), which }),
  fc.record({ do: fc.constant('delete post' as const), which }),
  fc.record({ do: fc.constant('lock' as const), which, on }),
  fc.record({ do: fc.constant('leave' as const), who }),
  fc.record({ do: fc.constant('flood' as const), kind: fc.constantFrom('follow', 'level_up') }),
  fc.record({ do: fc.constant('prefer' as const), switched, on }),
  fc.record({ do: fc.constant('read' as const), which }),
  fc.record({ do: fc.constant('read all' as const), category: fc.constantFrom('all', ...GROUPS) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

test('D44 D45 the badge equals the unread items of the list after every step, and read-all leaves none', {
  timeout: 240_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const story = await begin();
      for (const one of steps) {
        await take(story, one);
        await expectBadgeOfList(story.reader);
      }
      await story.reader.post('/api/messages/read-all');
      const none = { total: 0, system: 0, mention: 0, like: 0, follow: 0, comment: 0 };
      expect((await story.reader.get('/api/messages/unread')).body).toEqual(none);
      for (const category of GROUPS) {
        const listed = await readThrough(story.reader, category);
        expect(listed.every((item) => item.read && item.category === category)).toBe(true);
      }
    }),
    { numRuns: RUNS },
  );
});

async function expectBadgeOfList(reader: Client): Promise<void> {
  // The list first: it collects energy and new posts (D69).
  const unread = (await readThrough(reader, 'all')).filter((item) => !item.read);
  const { body: badge } = await reader.get('/api/messages/unread');
  const count = (items: Item[]) => Math.min(items.length, CAP);
  expect(badge).toEqual({
    total: count(unread),
    ...Object.fromEntries(
      GROUPS.map((group) => [group, count(unread.filter((item) => item.category === group))]),
    ),
  });
}

type Item = { id: number; read: boolean; category: string };

async function readThrough(reader: Client, category: string): Promise<Item[]> {
  const items: Item[] = [];
  let limit = PAGE;
  for (let cursor: string | null = ''; cursor !== null; limit = '100') {
    const query: Record<string, string> = { category, limit, ...(cursor ? { cursor } : {}) };
    const { body } = await reader.get('/api/messages', { query });
    items.push(...body.items);
    cursor = body.next_cursor;
  }
  return items;
}

async function begin(): Promise<Story> {
  for (const [index, one] of friends.entries()) {
    await world.sql(
      'update users set deleted_at = null where uid = $1 and deleted_at is not null',
      [one.uid],
    );
    if ((await one.get('/api/messages')).status === 200) continue;
    const back = world.visitor();
    expect((await back.logIn(one.email, PASSWORD, 'bearer')).status).toBe(200);
    friends[index] = back;
  }
  const reader = await world.member({ transport: 'bearer', exp: 1 });
  const write = async (author: Client): Promise<number> =>
    (await author.post('/api/studio/posts', { title: '夜航', body: '<p>灯火可亲。</p>' })).body.id;
  const posts = [await write(reader), await write(reader)];
  const host = await write(friends[0] as Client);
  const own = (await reader.post(`/api/posts/${host}/comments`, { body: '我先说' })).body.id;
  return { reader, posts, host, own, comments: [] };
}

/** A refused step, because its member or post is deleted, has no effect. */
async function take({ reader, posts, host, own, comments }: Story, one: Step): Promise<void> {
  const actor = 'who' in one ? (friends[one.who] as Client) : reader;
  const post = 'which' in one ? posts[one.which] : host;
  const addComment = async (url: string, body: object) => {
    const response = await actor.post(url, body);
    if (response.status === 201) comments.push([actor, response.body.id]);
  };
  switch (one.do) {
    case 'comment':
      return addComment(`/api/posts/${post}/comments`, { body: '写得真好' });
    case 'reply':
      return addComment(`/api/comments/${own}/reply`, { body: '同意' });
    case 'mention':
      return addComment(`/api/posts/${host}/comments`, { body: '看', mention_uids: [reader.uid] });
    case 'like':
    case 'like own':
      await actor.post(`/api/posts/${post}/like`, { liked: one.on });
      return;
    case 'follow':
      await actor.post(`/api/users/${reader.uid}/follow`, { following: one.on });
      return;
    case 'energize':
      await actor.post('/api/energy/energize', { post_id: post, form: 'light' });
      return;
    case 'publish':
      await actor.post('/api/studio/posts', {
        title: '新篇',
        body: '<p>灯火可亲。</p>',
        tags: one.on ? [TAG] : [],
      });
      await processPostChanges(world.ctx, [updateTagsOf]);
      return;
    case 'follow back':
      await reader.post(`/api/users/${actor.uid}/follow`, { following: one.on });
      return;
    case 'delete comment': {
      // The root of the others' replies, or the first comment.
      const [writer, id] = one.which ? [reader, own] : (comments[0] ?? [reader, own]);
      await writer.delete(`/api/comments/${id}`);
      return;
    }
    case 'delete post':
      await reader.delete(`/api/studio/posts/${post}`);
      return;
    case 'lock':
      await world.sql(
        `update post set status = case when $2 then 'locked' else 'approved' end,
                         locked_from = case when $2 then 'approved' end
          where id = $1`,
        [one.on ? host : post, one.which === 0],
      );
      return;
    case 'leave':
      await world.sql('update users set deleted_at = now() where uid = $1', [actor.uid]);
      return;
    case 'flood':
      await world.sql(
        `insert into notification (uid, kind, cause, created_at)
         select $1, $2, gen_random_uuid(), $3 from generate_series(1, 60)`,
        [reader.uid, one.kind, world.ctx.now()],
      );
      return;
    case 'prefer':
      await reader.put('/api/settings/notify-prefs', { [one.switched]: one.on });
      return;
    case 'read': {
      const { body } = await reader.get('/api/messages', { query: { limit: '2' } });
      const item = body.items[one.which] ?? body.items[0];
      if (item) expect((await reader.post(`/api/messages/${item.id}/read`)).status).toBe(204);
      return;
    }
    case 'read all':
      await reader.post('/api/messages/read-all', { category: one.category });
  }
}
