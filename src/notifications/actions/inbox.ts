import type { RawBuilder } from 'kysely';
import { hiddenFrom } from '../../blocks/rules.ts';
import type { HiddenParam } from '../../blocks/store/shared.ts';
import type { Context, Viewer } from '../../context.ts';
import { calendarDay } from '../../platform/clock.ts';
import { type Page, readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { translator } from '../../platform/i18n.ts';
import type { Language } from '../../platform/language/languages.ts';
import { Refusal } from '../../refusals.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import { type Category, groupOf, isSystem, kindsIn, sumUnread, type Unread } from '../rules.ts';
import type { Notification, NotificationQuery } from '../schema.ts';
import {
  countUnread,
  listNotifications,
  listUnread,
  type NotificationRow,
  unreadColumns,
} from '../store/inbox.ts';
import { listChangedDays, upsertLikes } from '../store/likes.ts';
import { deleteOwn, updateRead } from '../store/notifications.ts';

const READ_BATCH = 1000;

/** The titles of those posts that the viewer may see. Posts are a higher domain, so the routes pass this in. */
type Titles = Map<number, { title: string; lang: Language | null }>;
type FindTitles = (ctx: Context, viewer: Viewer, ids: number[]) => Promise<Titles>;

/** D44: newest first, without the kinds the member switched off. */
export async function listOwnNotifications(
  ctx: Context,
  viewer: Viewer,
  { category = 'all', ...request }: NotificationQuery,
  findTitles: FindTitles,
): Promise<Page<Notification>> {
  const page = readPage(Id, request);
  // Only for the first page: a new notification belongs on it, and later pages must not shift.
  if (!page.after) await buildLikeNotifications(ctx, viewer);
  const filter = { ...readerOf(viewer), kinds: kindsIn(category) };
  const rows = await listNotifications(ctx.db, filter, page);
  const postIds = rows.flatMap((row) => row.related_id ?? []);
  const titles = await findTitles(ctx, viewer, postIds);
  return toPage(
    rows,
    page.limit,
    (row) => row.id,
    (row) => presentNotification(ctx, row, titles),
  );
}

/** A07: shows nothing of a deleted or hidden subject, only that the notification exists. */
function presentNotification(ctx: Context, row: NotificationRow, titles: Titles): Notification {
  const { id, kind } = row;
  const title = row.related_id === null ? undefined : titles.get(row.related_id);
  const post =
    row.related_id === null || title === undefined ? null : { id: row.related_id, ...title };
  const unavailable = {
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
    excerpt_lang: null,
    text: null,
    like: null,
  };
  const available = { ...unavailable, available: true };
  if (isSystem(kind)) {
    const text = translator(ctx.locale)(`system_notifications.${kind}`, row.payload);
    return { ...available, post, text };
  }
  if (kind === 'like') {
    if (!post || ('comment_id' in row.payload && !row.comment)) return unavailable;
    const people = (row.likers ?? []).map((person) => presentCard(ctx, person));
    const like = { count: row.likes ?? 0, people };
    return { ...available, post, like, ...presentExcerpt(row.comment) };
  }
  if (!row.actor) return unavailable;
  const actor = presentCard(ctx, row.actor);
  if (kind === 'follow') return { ...available, actor };
  if (!post || !row.comment) return unavailable;
  return { ...available, actor, post, ...presentExcerpt(row.comment) };
}

function presentExcerpt(comment: NotificationRow['comment']) {
  const { id = null, excerpt = null, lang = null } = comment ?? {};
  return { comment_id: id, excerpt, excerpt_lang: lang as Language | null };
}

/** D44: uses the filter of the list, so the badge never counts a notification that the list omits. */
export async function getUnread(ctx: Context, viewer: Viewer): Promise<Unread> {
  // D68: a banned member cannot mark anything read, so they see no badge.
  if (viewer.status === 'banned') return sumUnread([]);
  await buildLikeNotifications(ctx, viewer);
  return sumUnread(await countUnread(ctx.db, readerOf(viewer)));
}

/** The same total as columns for a statement of another domain: `unread` and `has_new_likes`. */
export function unreadSql(
  uid: RawBuilder<number>,
  today: RawBuilder<string>,
  hidden: HiddenParam,
): RawBuilder<unknown> {
  return unreadColumns(uid, today, hidden);
}

/** D45: likes become notifications when their author looks. Mostly nothing has changed, and nothing is written. */
async function buildLikeNotifications(ctx: Context, viewer: Viewer): Promise<void> {
  const { uid } = viewer;
  const now = ctx.now();
  const days = await listChangedDays(ctx.db, readerOf(viewer), calendarDay(now));
  if (days.length === 0) return;
  const liked = days.filter((day) => day.likes > 0);
  const withoutLikes = days.filter((day) => day.likes === 0).flatMap((day) => day.id ?? []);
  if (liked.length > 0) await ctx.autocommit((trx) => upsertLikes(trx, uid, liked, now));
  if (withoutLikes.length > 0) await ctx.autocommit((trx) => deleteOwn(trx, uid, withoutLikes));
}

function readerOf(viewer: Viewer) {
  return { uid: viewer.uid, hidden: hiddenFrom(viewer) };
}

/** A05: another member's notification is not found. */
export async function markNotificationRead(
  ctx: Context,
  viewer: Viewer,
  id: number,
): Promise<void> {
  const found = await ctx.autocommit((trx) => updateRead(trx, viewer.uid, [id], ctx.now()));
  if (found === 0) throw new Refusal('not_found');
}

/**
 * Marks exactly the notifications of the list, so kinds that are switched off are still unread when they are switched
 * on again. Each batch is its own short transaction: after a timeout the finished batches stay, and the next call
 * continues.
 */
export async function markAllRead(ctx: Context, viewer: Viewer, category: Category): Promise<void> {
  await buildLikeNotifications(ctx, viewer);
  const filter = { ...readerOf(viewer), kinds: kindsIn(category) };
  for (let after: number | undefined; ; ) {
    const ids = await listUnread(ctx.db, filter, { limit: READ_BATCH, after });
    if (ids.length > 0) await ctx.autocommit((trx) => updateRead(trx, viewer.uid, ids, ctx.now()));
    if (ids.length < READ_BATCH) return;
    after = ids.at(-1);
  }
}
