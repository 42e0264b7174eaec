import pg from 'pg';
import { expect, test } from 'vitest';
import { purgeDeletedAccounts } from '../../src/accounts/actions/clean-up.ts';
import { getPosition } from '../../src/comments/actions/find-comment.ts';
import { holdComment, releaseComment } from '../../src/comments/actions/hold-comment.ts';
import type { CommentPosition } from '../../src/comments/store/keys.ts';
import type { Trx } from '../../src/platform/db/database.ts';
import { detectPostLanguages } from '../../src/posts/actions/detect-post-languages.ts';
import { releaseDuePosts } from '../../src/posts/actions/release-posts.ts';
import { setFollowsPublic } from '../../src/users/actions/change-user.ts';
import { atEnd } from '../support/cleanup.ts';
import type { Client } from '../support/client.ts';
import { pictureOf } from '../support/picture.ts';
import { until } from '../support/until.ts';
import { createWorld, PASSWORD } from '../support/world.ts';

/**
 * Whoever follows posts, comments and members is notified by code (migration 0122). Here triggers watch the same rows, as they
 * could not on a distributed site: no action may forget what they see.
 */
const world = await createWorld({ LIMIT_WRITES: 'off', LIMIT_SENSITIVE: 'off' });
const admin = await world.member({ role: 'admin', exp: 2000 });
const owner = await world.member({ role: 'owner', exp: 2000 });

await world.sql(`
  create table seen (what text, value text);
  create function see_hidden() returns trigger language plpgsql security definer set search_path = public as $$ begin
    insert into seen values ('hidden', tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1]));
    return null;
  end $$;
  create function see_post() returns trigger language plpgsql security definer set search_path = public as $$
  declare
    was boolean := tg_op = 'UPDATE' and old.status = 'approved' and old.deleted_at is null;
    is_now boolean := new.status = 'approved' and new.deleted_at is null;
  begin
    if was or is_now then
      insert into seen values ('change', new.id), ('event',
        case when not was then 'post.published' when not is_now then 'post.hidden' else 'post.updated' end || ' ' || new.id);
    end if;
    return null;
  end $$;
  create function see_comment() returns trigger language plpgsql security definer set search_path = public as $$ begin
    insert into seen values ('event', 'comment.created ' || new.id);
    return null;
  end $$;
  create trigger see_inserted after insert on post for each row execute function see_post();
  create trigger see_updated after update on post for each row
    when ((new.status, new.deleted_at, new.live_version, new.tag_ids, new.lang, new.published_at)
          is distinct from (old.status, old.deleted_at, old.live_version, old.tag_ids, old.lang, old.published_at))
    execute function see_post();
  create trigger see_hidden after update on post for each row
    when (old.status = 'approved' and old.deleted_at is null
          and (new.status, new.deleted_at, new.live_version, new.cover_key)
              is distinct from (old.status, old.deleted_at, old.live_version, old.cover_key))
    execute function see_hidden('post', 'id');
  create trigger see_hidden after delete on published_edit for each row execute function see_hidden('post', 'post_id');
  create trigger see_inserted after insert on comment for each row
    when (new.deleted_at is null) execute function see_comment();
  create trigger see_released after update on comment for each row
    when (old.deleted_at is not null and new.deleted_at is null) execute function see_comment();
  create trigger see_hidden after update on comment for each row
    when (old.deleted_at is null
          and (new.deleted_at, new.body, new.image_key) is distinct from (old.deleted_at, old.body, old.image_key))
    execute function see_hidden('comment', 'id');
  create trigger see_hidden after update on users for each row
    when ((new.username, new.avatar_key, new.signature, new.status, new.follows_public, new.deleted_at) is distinct from
          (old.username, old.avatar_key, old.signature, old.status, old.follows_public, old.deleted_at))
    execute function see_hidden('member', 'uid');
  create trigger see_hidden after update on folder for each row
    when (old.is_public and (new.is_public, new.name, new.description) is distinct from (old.is_public, old.name, old.description))
    execute function see_hidden('folder', 'id');
  create trigger see_deleted after delete on folder for each row when (old.is_public) execute function see_hidden('folder', 'id');
  create trigger see_hidden after update on series for each row
    when ((new.title, new.description) is distinct from (old.title, old.description)) execute function see_hidden('series', 'id');
  create trigger see_deleted after delete on series for each row execute function see_hidden('series', 'id')`);

const events = ['post.published', 'post.updated', 'post.hidden', 'comment.created'];
await ok(owner.post('/api/admin/webhooks', { url: 'https://hooks.example.org/lamplight', events }));

const received = new Set<string>();
const listener = new pg.Client({ connectionString: world.ctx.config.DATABASE_URL });
await listener.connect();
atEnd(() => listener.end());
listener.on('notification', ({ payload = '' }) => received.add(payload));
await listener.query('listen lamplight_hidden');

async function ok(sent: ReturnType<Client['post']>) {
  const response = await sent;
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`);
  return response.body;
}

async function openScene(more: object = {}) {
  const author = await world.member({ exp: 2000 });
  const reader = await world.member({ exp: 2000 });
  const picture = async () =>
    (await author.upload('/api/posts/upload-image', await pictureOf())).body.url as string;
  const text = {
    title: '灯',
    body: `<p>火</p><img src="${await picture()}" alt="">`,
    tags: ['灯'],
  };
  const post = await ok(author.post('/api/studio/posts', { ...text, show_changes: true, ...more }));
  const edit = async (changes: object = {}) => {
    const { version } = await ok(author.get(`/api/studio/posts/${post.id}`));
    const other = { title: '灯前', body: `<p>火火</p><img src="${await picture()}" alt="">` };
    return ok(author.put(`/api/studio/posts/${post.id}`, { ...other, version, ...changes }));
  };
  const comment = async (body = '好') =>
    (await ok(reader.post(`/api/posts/${post.id}/comments`, { body }))).id as number;
  const decide = (trigger: string, version = 1) =>
    ok(admin.post(`/api/admin/posts/${post.id}/${trigger}`, { reason: '违规', version }));
  const folder = async () => (await ok(author.post('/api/folders', { name: '夹' }))).id as number;
  const series = async () =>
    (await ok(author.post('/api/series', { title: '集', description: '一' }))).id as number;
  return { author, reader, id: post.id as number, edit, comment, decide, folder, series };
}
type Scene = Awaited<ReturnType<typeof openScene>>;

async function undoLast(): Promise<void> {
  const [row] = await world.sql('select max(log_id) as id from staff_undo');
  await ok(admin.post(`/api/admin/decisions/${row?.['id']}/undo`, {}));
}
const hold = (id: number) =>
  changeComment(id, (trx, at) => holdComment(world.ctx, trx, at, 'rule'));

/** Finds the post and root of a comment, as the staff's actions do. */
async function changeComment(
  id: number,
  change: (trx: Trx, at: CommentPosition) => Promise<unknown>,
): Promise<void> {
  const at = await getPosition(world.ctx.db, { owner: undefined, id });
  await world.ctx.tx((trx) => change(trx, at));
}

async function restore({ author }: Scene): Promise<void> {
  const { restore_token } = (await world.visitor().logIn(author.email, PASSWORD)).body;
  await ok(world.visitor().post('/api/auth/confirm-restore', { restore_token }));
}
const deleteAccount = ({ author }: Scene) =>
  ok(author.post('/api/settings/delete-account', { password: PASSWORD }));

async function withReview(act: () => Promise<unknown>): Promise<void> {
  await world.review(true);
  await act().finally(() => world.review(false));
}

type Action = {
  act: (scene: Scene, made: number) => Promise<unknown>;
  /** Before the rows are watched; what it makes is passed on. */
  before?: (scene: Scene) => Promise<unknown>;
  draft?: true;
};

const ACTIONS: Record<string, Action> = {
  'a post is published at once': { act: () => openScene() },
  'a draft is submitted': {
    draft: true,
    act: ({ author, id }) => ok(author.post(`/api/studio/posts/${id}/submit`)),
  },
  'a draft is published at its time': {
    draft: true,
    before: async ({ author, id }) => {
      const publish_at = new Date(world.ctx.now().getTime() + 600_000).toISOString();
      await ok(author.post(`/api/studio/posts/${id}/submit`, { publish_at }));
      world.wait(700);
    },
    act: () => releaseDuePosts(world.ctx),
  },
  'its text is replaced': { act: ({ edit }) => edit() },
  'only its tags are replaced': { act: ({ edit }) => edit({ tags: ['火'] }) },
  'an edit is approved': {
    before: ({ edit }) => withReview(edit),
    act: ({ decide }) => decide('approve', 2),
  },
  'an approved edit is taken back': {
    before: async ({ edit, decide }) => {
      await withReview(edit);
      await decide('approve', 2);
    },
    act: undoLast,
  },
  'it is locked': { act: ({ decide }) => decide('lock') },
  'it is unlocked': {
    before: ({ decide }) => decide('lock'),
    act: ({ decide }) => decide('unlock'),
  },
  'a lock is taken back': { before: ({ decide }) => decide('lock'), act: undoLast },
  'it is rejected': { act: ({ decide }) => decide('reject') },
  'it is removed': { act: ({ decide }) => decide('remove') },
  'it is deleted': { act: ({ author, id }) => author.delete(`/api/studio/posts/${id}`) },
  'what an update changed is hidden': {
    before: ({ edit }) => edit(),
    act: ({ author, id }) => author.delete(`/api/studio/posts/${id}/changes/2`),
  },
  'no update shows any more what it changed': {
    before: ({ edit }) => edit(),
    act: ({ edit }) => edit({ show_changes: false, draft: true }),
  },
  'its language is found': {
    before: ({ id }) => world.sql('update post set lang = null where id = $1', [id]),
    act: () => detectPostLanguages(world.ctx),
  },
  'a comment is written': { act: ({ comment }) => comment() },
  'a comment is edited': {
    before: ({ comment }) => comment(),
    act: ({ reader }, id) => ok(reader.put(`/api/comments/${id}`, { body: '很好' })),
  },
  'a comment is deleted': {
    before: ({ comment }) => comment(),
    act: ({ reader }, id) => reader.delete(`/api/comments/${id}`),
  },
  'a comment is removed': {
    before: ({ comment }) => comment(),
    act: (_, id) => ok(admin.post(`/api/admin/comments/${id}/remove`, { reason: '违规' })),
  },
  'a removal of a comment is taken back': {
    before: async ({ comment }) =>
      ok(admin.post(`/api/admin/comments/${await comment()}/remove`, { reason: '违规' })),
    act: undoLast,
  },
  'a comment is held': { before: ({ comment }) => comment(), act: (_, id) => hold(id) },
  'a held comment is released': {
    before: async ({ comment }) => {
      const id = await comment();
      await hold(id);
      return id;
    },
    act: (_, id) => changeComment(id, (trx, at) => releaseComment(world.ctx, trx, at)),
  },
  'a member is renamed': {
    act: ({ author }) => ok(author.put('/api/settings/profile', { username: `灯${author.uid}` })),
  },
  'a member has another signature': {
    act: ({ author }) => ok(author.put('/api/settings/profile', { signature: '读书' })),
  },
  'a member has another avatar': {
    act: async ({ author }) => author.upload('/api/settings/avatar', await pictureOf()),
  },
  'a member hides their follows': {
    act: ({ author }) => world.ctx.tx((trx) => setFollowsPublic(trx, author.uid, false)),
  },
  'a member is banned': {
    act: ({ author }) =>
      ok(owner.put(`/api/admin/users/${author.uid}/status`, { status: 'banned', reason: '违规' })),
  },
  'an account is deleted': { act: deleteAccount },
  'an account is restored': { before: deleteAccount, act: restore },
  'a folder is made private': {
    before: ({ folder }) => folder(),
    act: ({ author }, id) => ok(author.put(`/api/folders/${id}`, { is_public: false })),
  },
  'a folder is deleted': {
    before: ({ folder }) => folder(),
    act: ({ author }, id) => author.delete(`/api/folders/${id}`),
  },
  'a series has another text': {
    before: ({ series }) => series(),
    act: ({ author }, id) =>
      ok(author.put(`/api/series/${id}`, { title: '集', description: '二' })),
  },
  'the text of a series is removed': {
    before: ({ series }) => series(),
    act: (_, id) => ok(admin.post(`/api/admin/series/${id}/clear`, { reason: '违规' })),
  },
  'a series is deleted': {
    before: ({ series }) => series(),
    act: ({ author }, id) => author.delete(`/api/series/${id}`),
  },
  // Last: it moves the clock past the end of every session.
  'an account is purged': {
    before: async (scene) => {
      await scene.edit();
      await scene.series();
      await scene.folder();
      await deleteAccount(scene);
      world.wait(60 * 24 * 3600);
    },
    act: () => purgeDeletedAccounts(world.ctx),
  },
};

const listed = (rows: Record<string, unknown>[]) =>
  rows.map(({ what, value }) => `${what} ${value}`).sort();

test('a save of a draft, and one beside a public text, notifies nobody', async () => {
  const drafts = [await openScene({ draft: true }), await openScene()];
  await world.sql('delete from post_change; delete from webhook_event');
  received.clear();
  for (const { edit } of drafts) await edit({ draft: true });
  await listener.query('select');
  expect([...received]).toEqual([]);
  expect(await world.sql('select post_id from post_change')).toEqual([]);
  expect(await world.sql('select kind from webhook_event')).toEqual([]);
});

test.each(Object.entries(ACTIONS))(
  'D55, D70, ADR 0033 %s: other processes, derived data and webhooks are notified, and the pictures of its text are shown',
  async (_name, { act, before, draft }) => {
    const scene = await openScene(draft ? { draft } : {});
    const made = Number(await before?.(scene));
    await world.sql('delete from seen; delete from post_change; delete from webhook_event');
    await listener.query('select');
    received.clear();
    await act(scene, made);
    const seen = listed(await world.sql('select distinct what, value from seen'));
    expect(seen).not.toEqual([]);
    const written = await world.sql(
      `select 'change' as what, post_id::text as value from post_change
        where post_id in (select value::bigint from seen where what = 'change')
       union select 'event', kind || ' ' || subject_id from webhook_event
        where kind || ' ' || subject_id in (select value from seen where what = 'event')`,
    );
    expect(listed(written)).toEqual(seen.filter((line) => !line.startsWith('hidden ')));
    const hidden = seen.flatMap((line) => (line.startsWith('hidden ') ? line.slice(7) : []));
    await until(() => hidden.every((subject) => received.has(subject))).catch(() => {});
    expect(hidden.filter((subject) => !received.has(subject))).toEqual([]);
    const wrong = await world.sql(
      `select post.id, upload.key from upload_use as use
         join upload on upload.id = use.upload_id join post on post.id = use.holder_id
        where use.holder_kind = 'post' and use.live <> (strpos(post.body, upload.key) > 0)`,
    );
    expect(wrong).toEqual([]);
  },
);
