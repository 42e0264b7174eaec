import type { Context } from '../context.ts';
import { absolutePictures } from '../platform/html/absolute-pictures.ts';
import { type Locale, translator } from '../platform/i18n.ts';
import { listPosts } from '../posts/actions/read-posts.ts';
import type { PostSummary } from '../posts/schema.ts';
import { getPublicProfile } from '../profiles/actions/show-profile.ts';
import { type Feed, type FeedItem, newestChange } from './feed.ts';
import { type FeedText, listFeedTexts } from './store.ts';

/** The newest public posts of the site, or of one author. */
export async function readFeed(
  ctx: Context,
  { path, author, locale }: { path: string; author?: number; locale: Locale },
): Promise<Feed> {
  const t = translator(locale);
  const site = t('page.site');
  const profile = author === undefined ? undefined : await getPublicProfile(ctx, author);
  const { items } = await listPosts(ctx, null, author === undefined ? {} : { author });
  const texts = await listFeedTexts(
    ctx.readDb,
    items.map(({ id }) => id),
  );
  const byId = new Map(texts.map((text) => [text.id, text]));
  const { origin } = new URL(ctx.config.BASE_URL);
  const posts = items.flatMap((post) => {
    // A post may be hidden between the two reads.
    const text = byId.get(post.id);
    return text ? [toItem(post, text, origin)] : [];
  });
  return {
    title: profile ? `${profile.name} · ${site}` : site,
    description: profile ? profile.signature || t('reading.tagline') : t('reading.tagline'),
    language: locale,
    url: `${origin}${profile ? `/space/${profile.uid}` : '/'}`,
    feedUrl: `${origin}${path}`,
    updated: newestChange(posts),
    items: posts,
  };
}

function toItem(post: PostSummary, { html, written_at }: FeedText, origin: string): FeedItem {
  const published = new Date(post.published_at ?? post.created_at);
  return {
    url: `${origin}/posts/${post.id}`,
    title: post.title,
    summary: post.summary,
    html: html === null ? null : absolutePictures(html, origin),
    image: post.cover_url === null ? null : new URL(post.cover_url, origin).href,
    author: { name: post.author_name, url: `${origin}/space/${post.author.uid}` },
    published,
    updated: written_at !== null && written_at > published ? written_at : published,
  };
}
