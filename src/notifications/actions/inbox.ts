import type { RawBuilder } from 'kysely';
import type { HiddenParam } from '../../blocks/store/shared.ts';
import type { Context, Viewer } from '../../context.ts';
import type { TrxOrAutocommit } from '../../platform/db/database.ts';
import { type Page, readPage, TimeKey, timeKeyOf, toPage } from '../../platform/http/pagination.ts';
import { translator } from '../../platform/i18n.ts';
import type { Language } from '../../platform/language/languages.ts';
import { announce } from '../../platform/live/announcements.ts';
import { Refusal } from '../../refusals.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import { type Category, groupOf, isSystem, kindsIn, sumUnread, type Unread } from '../rules.ts';
import type { Notification, NotificationQuery } from '../schema.ts';
import {
  countUnread,
  listNamedUnread,
  listNotifications,
  listUnread,
  type NotificationRow,
  unreadColumns,
} from '../store/inbox.ts';
import { updateRead } from '../store/notifications.ts';
import { collectLikes, collectNews, readerOf } from './collect.ts';

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
  const page = readPage(TimeKey, request);
  // Only for the first page: a new notification belongs on it, and later pages must not shift.
  if (!page.after) {
    await collectLikes(ctx, viewer);
    await collectNews(ctx, viewer);
  }
  const filter = { ...readerOf(viewer), kinds: kindsIn(category) };
  const rows = await listNotifications(ctx.db, filter, page);
  const postIds = rows.flatMap((row) => row.related_id ?? []);
  const titles = await findTitles(ctx, viewer, postIds);
  const keyOf = timeKeyOf('created_at', 'id');
  const last = rows.length > page.limit ? rows.at(-1) : undefined;
  return toPage(
    rows.filter(isVisible),
    page.limit,
    keyOf,
    (row) => presentNotification(ctx, row, titles),
    last && keyOf(last),
  );
}

/** Those of them that the member still sees in the list, that are unread and have a subject to show; newest first. */
export async function findUnreadNotifications(
  ctx: Context,
  viewer: Viewer,
  ids: number[],
  findTitles: FindTitles,
): Promise<Notification[]> {
  const filter = { ...readerOf(viewer), kinds: kindsIn('all') };
  const rows = await listNamedUnread(ctx.db, filter, ids);
  const postIds = rows.flatMap((row) => row.related_id ?? []);
  const titles = await findTitles(ctx, viewer, postIds);
  return rows
    .filter(isVisible)
    .map((row) => presentNotification(ctx, row, titles))
    .filter(({ available }) => available);
}

/** D45: a notification of likes disappears with the last like, even if its day is too old to be updated, and with the comment. */
function isVisible({ kind, likes }: NotificationRow): boolean {
  return kind !== 'like' || (likes !== null && likes > 0);
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
    energy: null,
    new_posts: null,
    day: typeof row.payload['day'] === 'string' ? row.payload['day'] : null,
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
  if (kind === 'energy') {
    return post ? { ...available, post, energy: Number(row.payload['reported']) } : unavailable;
  }
  if (kind === 'tag_posts') return presentNewPosts(row, available) ?? unavailable;
  if (!row.actor) return unavailable;
  const actor = presentCard(ctx, row.actor);
  if (kind === 'author_posts') {
    return presentNewPosts(row, { ...available, actor }) ?? unavailable;
  }
  if (kind === 'follow') return { ...available, actor };
  if (!post || !row.comment) return unavailable;
  return { ...available, actor, post, ...presentExcerpt(row.comment) };
}

function presentExcerpt(comment: NotificationRow['comment']) {
  const { id = null, excerpt = null, lang = null } = comment ?? {};
  return { comment_id: id, excerpt, excerpt_lang: lang as Language | null };
}

/** D69: names the newest post and counts the others. */
function presentNewPosts(row: NotificationRow, available: Notification): Notification | undefined {
  if (!row.fresh) return undefined;
  const { id, title, lang, count } = row.fresh;
  return {
    ...available,
    post: { id, title, lang: lang as Language | null },
    new_posts: { count, tag: row.tag },
  };
}

/** D44: uses the filter of the list, so the badge never counts a notification that the list omits. */
export async function getUnread(ctx: Context, viewer: Viewer): Promise<Unread> {
  // D68: a banned member cannot mark anything read, so they see no badge.
  if (viewer.status === 'banned') return sumUnread([]);
  await collectLikes(ctx, viewer);
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

/** A05: another member's notification is not found. */
export async function markNotificationRead(
  ctx: Context,
  viewer: Viewer,
  id: number,
): Promise<void> {
  const found = await ctx.autocommit((trx) => markRead(ctx, trx, viewer, [id]));
  if (found === 0) throw new Refusal('not_found');
}

/**
 * Marks exactly the notifications of the list, so kinds that are switched off are still unread when they are switched
 * on again. Each batch is its own short transaction: after a timeout the finished batches stay, and the next call
 * continues.
 */
export async function markAllRead(ctx: Context, viewer: Viewer, category: Category): Promise<void> {
  await collectLikes(ctx, viewer);
  const filter = { ...readerOf(viewer), kinds: kindsIn(category) };
  for (let after: number | undefined; ; ) {
    const unread = await listUnread(ctx.db, filter, { limit: READ_BATCH, after });
    const ids = unread.flatMap(({ id, visible }) => (visible ? id : []));
    if (ids.length > 0) await ctx.autocommit((trx) => markRead(ctx, trx, viewer, ids));
    if (unread.length < READ_BATCH) return;
    after = unread.at(-1)?.id;
  }
}

/** The member's other tabs and devices show fewer from then on. */
async function markRead(
  ctx: Context,
  trx: TrxOrAutocommit,
  viewer: Viewer,
  ids: number[],
): Promise<number> {
  const found = await updateRead(trx, viewer.uid, ids, ctx.now());
  announce(trx, `notifications:${viewer.uid}`);
  return found;
}
