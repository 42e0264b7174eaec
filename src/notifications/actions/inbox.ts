import type { RawBuilder } from 'kysely';
import type { Context, Viewer } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import { type Page, readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { translator } from '../../platform/i18n.ts';
import { presentCard } from '../../profiles/actions/show-profile.ts';
import { Refusal } from '../../refusals.ts';
import {
  type Category,
  groupOf,
  isSystem,
  kindsIn,
  sumUnread,
  type Unread,
} from '../inbox-rules.ts';
import type { NotifyPrefs } from '../rules.ts';
import type { Notification, NotificationQuery } from '../schema.ts';
import {
  countUnread,
  findTitles,
  listNotifications,
  listUnread,
  type NotificationRow,
  unreadColumns,
} from '../store/inbox.ts';
import { listChangedDays } from '../store/likes.ts';
import {
  getNotifyPrefs,
  markRead,
  notifyOfLikes,
  setNotifyPrefs,
  withdrawNotifications,
} from './notify.ts';

const READ_BATCH = 1000;

/** D44: newest first, without the kinds the member switched off. */
export async function listOwnNotifications(
  ctx: Context,
  viewer: Viewer,
  { category = 'all', ...request }: NotificationQuery,
): Promise<Page<Notification>> {
  const page = readPage(Id, request);
  const wanted = { uid: viewer.uid, kinds: kindsIn(category) };
  // Later pages stand still: an entry built while somebody reads on belongs on the first one.
  if (!page.after) await buildLikes(ctx, viewer);
  const rows = await listNotifications(ctx.db, wanted, page);
  const postIds = rows.flatMap((row) => row.related_id ?? []);
  const titles = await findTitles(ctx.db, viewer, postIds);
  return toPage(
    rows,
    page.limit,
    (row) => row.id,
    (row) => presentNotification(ctx, row, titles),
  );
}

/** A07: of what is gone or hidden nothing is said, only that there was something. */
function presentNotification(
  ctx: Context,
  row: NotificationRow,
  titles: Map<number, string>,
): Notification {
  const { id, kind } = row;
  const title = row.related_id === null ? undefined : titles.get(row.related_id);
  const post =
    row.related_id === null || title === undefined ? null : { id: row.related_id, title };
  const shown = {
    id,
    kind,
    category: groupOf(kind),
    read: row.read_at !== null,
    created_at: row.created_at.toISOString(),
    available: false,
    related_id: row.related_id,
    actor: null,
    post: null,
    comment_id: null,
    excerpt: null,
    text: null,
    like: null,
  };
  if (isSystem(kind)) {
    const text = translator(ctx.locale)(`notices.${kind}`, row.payload);
    return { ...shown, available: true, post, text };
  }
  if (kind === 'like') {
    if (!post) return shown;
    const people = (row.likers ?? []).map((person) => presentCard(ctx, person));
    return { ...shown, available: true, post, like: { count: row.likes ?? 0, people } };
  }
  if (!row.actor) return shown;
  const actor = presentCard(ctx, row.actor);
  if (kind === 'follow') return { ...shown, available: true, actor };
  if (!post || !row.comment) return shown;
  const { id: comment_id, excerpt } = row.comment;
  return { ...shown, available: true, actor, post, comment_id, excerpt };
}

/** D44: the list's own filter, so that no badge counts what the list does not show. */
export async function getUnread(ctx: Context, viewer: Viewer): Promise<Unread> {
  // D68: somebody banned cannot mark anything read, so they are shown no badge.
  if (viewer.status === 'banned') return sumUnread([]);
  await buildLikes(ctx, viewer);
  return sumUnread(await countUnread(ctx.db, viewer.uid));
}

/** The same total as columns of another domain's statement; see the store for what they say. */
export function unreadSql(uid: RawBuilder<number>, today: RawBuilder<string>): RawBuilder<unknown> {
  return unreadColumns(uid, today);
}

/** D45: likes are told of when somebody looks. Mostly nothing has changed, and then nothing is written. */
async function buildLikes(ctx: Context, viewer: Viewer): Promise<void> {
  const now = ctx.now();
  const days = await listChangedDays(ctx.db, viewer.uid, calendarDay(now));
  if (days.length === 0) return;
  const liked = days.filter((day) => day.likes > 0);
  const deserted = days.filter((day) => day.likes === 0).flatMap((day) => day.id ?? []);
  if (liked.length > 0) await ctx.autocommit((trx) => notifyOfLikes(trx, viewer.uid, liked, now));
  if (deserted.length > 0)
    await ctx.autocommit((trx) => withdrawNotifications(trx, viewer.uid, deserted));
}

/** A05: somebody else's is not there. */
export async function markNotificationRead(
  ctx: Context,
  viewer: Viewer,
  id: number,
): Promise<void> {
  const found = await ctx.autocommit((trx) => markRead(trx, viewer.uid, [id], ctx.now()));
  if (found === 0) throw new Refusal('not_found');
}

/**
 * Exactly what the list would show, so kinds switched off come back unread when they are switched on. In
 * batches, each a short transaction; should time run out, what is done stays, and the next call goes on.
 */
export async function markAllRead(ctx: Context, viewer: Viewer, category: Category): Promise<void> {
  await buildLikes(ctx, viewer);
  const wanted = { uid: viewer.uid, kinds: kindsIn(category) };
  for (let after: number | undefined; ; ) {
    const ids = await listUnread(ctx.db, wanted, { limit: READ_BATCH, after });
    if (ids.length > 0) await ctx.autocommit((trx) => markRead(trx, viewer.uid, ids, ctx.now()));
    if (ids.length < READ_BATCH) return;
    after = ids.at(-1);
  }
}

export function getPrefs(ctx: Context, viewer: Viewer): Promise<NotifyPrefs> {
  return getNotifyPrefs(ctx.db, viewer.uid);
}

/** SPEC §4: changes the switches that are named. */
export function setPrefs(
  ctx: Context,
  viewer: Viewer,
  changed: Partial<NotifyPrefs>,
): Promise<NotifyPrefs> {
  return ctx.autocommit((trx) => setNotifyPrefs(trx, viewer.uid, changed));
}
