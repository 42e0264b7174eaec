import { buffer } from 'node:stream/consumers';
import { renderSVG } from 'uqr';
import type { Context } from '../context.ts';
import { addSeconds } from '../platform/clock.ts';
import type { Trx } from '../platform/db/database.ts';
import { translator } from '../platform/i18n.ts';
import type { Card } from '../platform/images/card/card.ts';
import { drawableText, readPicture } from '../platform/images/card/files.ts';
import { makeCard } from '../platform/images/convert.ts';
import { enqueue } from '../platform/jobs/jobs.ts';
import type { Language } from '../platform/language/languages.ts';
import type { Site } from '../platform/site.ts';
import { Refusal } from '../refusals.ts';
import { getSiteIcon } from '../site-settings/actions.ts';
import { glowOf } from '../ui/glow.ts';
import { displayName } from '../users/actions/present-user.ts';
import {
  cutSummary,
  PICTURE_DAYS,
  PICTURES_PREFIX,
  picturesOf,
  siteLocale,
  versionOf,
} from './rules.ts';
import { findSharedPost, listHidden, type SharedPost } from './store.ts';

export type SharePicture = { version: string; read: () => Promise<Buffer> };

const QR_BORDER = 3;
const SITE_PICTURE = 'share.jpg';
/** Of the site's own picture, which changes only with a release. */
const SITE_VERSION = 'site';

/**
 * The picture of a public post. Read from the primary: a lagging replica must not show what was just hidden (D55). A
 * title that the fonts cannot draw gets the site's picture.
 */
export async function getSharePicture(ctx: Context, id: number): Promise<SharePicture> {
  const post = await getSharedPost(ctx, id);
  const site = await ctx.site.load();
  const card = toCard(ctx, post, site);
  if (!card) return { version: SITE_VERSION, read: async () => readPicture(SITE_PICTURE) };
  const own = site.logo ? [site.logo] : [];
  const version = versionOf([...Object.values(card), post.cover_key, post.avatar_key, ...own]);
  return { version, read: () => readOrDraw(ctx, post, card, version) };
}

async function readOrDraw(
  ctx: Context,
  post: SharedPost,
  card: DrawableCard,
  version: string,
): Promise<Buffer> {
  const key = `${picturesOf(post.id)}${version}.jpg`;
  const stored = await ctx.storage.get(key);
  if (stored) return buffer(stored.body);
  return ctx.singleFlight(key, async () => {
    const [cover, avatar, logo] = await Promise.all([
      readUpload(ctx, post.cover_key),
      readUpload(ctx, post.avatar_key),
      getSiteIcon(ctx, 'icon-96.png'),
    ]);
    const { bytes } = await makeCard({ ...card, cover, avatar, logo: logo ?? null });
    await removePictures(ctx, post.id);
    await ctx.storage.put(key, bytes);
    // D55: drawing takes a while, and the post may have been hidden meanwhile.
    if (await findSharedPost(ctx.db, post.id)) return bytes;
    await removePictures(ctx, post.id);
    throw new Refusal('not_found');
  });
}

async function readUpload({ storage }: Context, key: string | null): Promise<Buffer | null> {
  const file = key === null ? undefined : await storage.get(key);
  return file ? buffer(file.body) : null;
}

type DrawableCard = Omit<Card, 'cover' | 'avatar' | 'logo'>;

/** Null if the title cannot be drawn. Other lines are left out if they cannot. */
function toCard({ config }: Context, post: SharedPost, site: Site): DrawableCard | null {
  const title = drawableText(post.title);
  if (title === null) return null;
  const locale = siteLocale(post.lang as Language | null);
  const t = translator(locale, drawableText(site.name) ?? '');
  const summary = drawableText(post.summary);
  return {
    title,
    topic: drawableText(post.tags[0] ?? ''),
    summary: summary === null ? null : cutSummary(summary),
    author: drawableText(displayName({ locale }, post)),
    detail: post.minutes === null ? null : t('reading.minutes', { count: post.minutes }),
    site: t('page.site'),
    host: drawableText(new URL(config.BASE_URL).host) ?? '',
    glow: glowOf(post.energy),
    accent: site.accent?.dark.accent ?? null,
  };
}

/** For phones: the address of a public post as a QR code, black on white in every theme. */
export async function getQrCode(ctx: Context, id: number): Promise<string> {
  await getSharedPost(ctx, id);
  const url = new URL(`/posts/${id}`, ctx.config.BASE_URL).href;
  return renderSVG(url, { ecc: 'M', border: QR_BORDER });
}

async function getSharedPost(ctx: Context, id: number): Promise<SharedPost> {
  const post = await findSharedPost(ctx.db, id);
  if (!post) throw new Refusal('not_found');
  return post;
}

/** After posts changed: the pictures of hidden ones are removed by a job, which is repeated until it succeeds. */
export async function removeHiddenPictures(
  _ctx: Context,
  trx: Trx,
  postIds: number[],
): Promise<void> {
  const ids = await listHidden(trx, postIds);
  if (ids.length > 0) await enqueue(trx, 'share_pictures_remove', { ids });
}

export async function removePicturesOf(
  ctx: Context,
  { ids = [] }: { ids?: number[] },
): Promise<void> {
  for (const id of ids) await removePictures(ctx, id);
}

async function removePictures({ storage }: Context, postId: number): Promise<void> {
  for await (const { key } of storage.list(picturesOf(postId))) await storage.remove(key);
}

/** Bounds the storage: only posts that were shared lately have a picture. */
export async function sweepPictures({ storage, now }: Context): Promise<void> {
  const before = addSeconds(now(), -PICTURE_DAYS * 24 * 3600);
  for await (const { key, modified_at } of storage.list(PICTURES_PREFIX))
    if (modified_at < before) await storage.remove(key);
}
