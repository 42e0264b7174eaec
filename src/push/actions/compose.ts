import type { Context, Viewer } from '../../context.ts';
import { findUnreadNotifications, getUnread } from '../../notifications/actions/inbox.ts';
import type { Notification } from '../../notifications/schema.ts';
import { sentenceOf, targetOf } from '../../notifications/views/sentence.ts';
import { isLocale, translator } from '../../platform/i18n.ts';
import { findTitles } from '../../posts/actions/find-titles.ts';
import { findUser } from '../../users/actions/find-user.ts';
import { BODY_MAX } from '../rules.ts';
import type { PushPayload } from '../schema.ts';

/**
 * D25: what the member may see of the notifications now, which may be hours after they were written. Undefined if that is
 * nothing: read meanwhile, hidden, switched off, or by somebody whom they hide.
 */
export async function composePayload(
  ctx: Context,
  viewer: Viewer,
  { ids, groups }: { ids: number[]; groups: readonly string[] },
): Promise<PushPayload | undefined> {
  const user = await findUser(ctx.db, viewer.uid);
  const site = await ctx.site.load();
  const locale = isLocale(user?.locale ?? '') ? (user?.locale as Context['locale']) : site.locale;
  // Never from a replica: what was hidden a moment ago must not leave the site.
  const own: Context = { ...ctx, readDb: ctx.db, locale };
  const found = await findUnreadNotifications(own, viewer, ids, findTitles);
  const shown = found.filter(({ category }) => groups.includes(category));
  const [newest] = shown;
  if (!newest) return undefined;
  const t = translator(locale, site.name);
  const sentence = cut(sentenceOf({ t, locale }, newest));
  const others = shown.length - 1;
  return {
    title: t('page.site'),
    body: others > 0 ? `${sentence}\n${t('push.others', { count: others })}` : sentence,
    lang: locale,
    url: others > 0 ? '/messages' : (targetOf(newest, viewer.uid) ?? '/messages'),
    tag: tagOf(newest),
    unread: (await getUnread(own, viewer)).total,
  };
}

/** One conversation, one notification on the screen. */
function tagOf({ id, post }: Notification): string {
  return post ? `post-${post.id}` : `notification-${id}`;
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length > BODY_MAX ? `${characters.slice(0, BODY_MAX - 1).join('')}…` : text;
}
