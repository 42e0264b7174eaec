import type { Context } from '../../context.ts';
import { absolutePictures } from '../../platform/html/absolute-pictures.ts';
import type { RoutedId } from '../../platform/http/routed-id.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import { listPosts } from '../../posts/actions/read-posts.ts';
import { listTagged, openShownTag } from '../../posts/actions/read-tags.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { getPublicProfile } from '../../profiles/actions/show-profile.ts';
import { Refusal } from '../../refusals.ts';
import { getSeries } from '../../series/actions/read-series.ts';
import { seriesPath } from '../../series/rules.ts';
import { normalizeTag, tagPath } from '../../tags/rules.ts';
import { type Feed, type FeedItem, newestChange } from '../feed.ts';
import { type FeedText, listFeedTexts } from '../store/feeds.ts';

/** Which posts a feed has: an author's, those of a series or with a tag, or all. */
export type FeedSource = { author: number } | { series: RoutedId } | { tag: string } | 'site';

/** The newest parts of a series, as many as other feeds have posts. */
const SERIES_POSTS = 20;

type Contents = { name: string | null; about: string; page: string; posts: PostSummary[] };

/** The newest public posts of the site, of an author or of a tag. */
export async function readFeed(
  ctx: Context,
  source: FeedSource,
  { name, locale }: { name: string; locale: Locale },
): Promise<Feed> {
  const own = await ctx.site.load();
  const t = translator(locale, own.name);
  const site = t('page.site');
  const contents = await readContents(ctx, source);
  const texts = await listFeedTexts(
    ctx.readDb,
    contents.posts.map(({ id }) => id),
  );
  const byId = new Map(texts.map((text) => [text.id, text]));
  const { origin } = new URL(ctx.config.BASE_URL);
  const items = contents.posts.flatMap((post) => {
    // A post may be hidden between the two reads.
    const text = byId.get(post.id);
    return text ? [toItem(post, text, origin)] : [];
  });
  return {
    title: contents.name === null ? site : `${contents.name} · ${site}`,
    description:
      contents.about || (contents.name === null && own.description) || t('reading.tagline'),
    language: locale,
    url: `${origin}${contents.page || '/'}`,
    feedUrl: `${origin}${contents.page}/${name}`,
    hub: ctx.config.WEBSUB_HUB_URL || null,
    updated: newestChange(items),
    items,
  };
}

async function readContents(ctx: Context, source: FeedSource): Promise<Contents> {
  if (source === 'site') {
    const { items } = await listPosts(ctx, null, {});
    return { name: null, about: '', page: '', posts: items };
  }
  if ('author' in source) {
    const { name, signature, uid } = await getPublicProfile(ctx, source.author);
    const { items } = await listPosts(ctx, null, source);
    return { name, about: signature, page: `/space/${uid}`, posts: items };
  }
  if ('series' in source) {
    const { id, author, title, description, posts } = await getSeries(ctx, null, source.series);
    const newest = posts
      .map(({ post }) => post)
      .toSorted((a, b) => (b.published_at ?? '').localeCompare(a.published_at ?? ''))
      .slice(0, SERIES_POSTS);
    return { name: title, about: description, page: seriesPath(author.uid, id), posts: newest };
  }
  const slug = normalizeTag(source.tag)?.slug;
  if (slug === undefined) throw new Refusal('not_found');
  const tag = await openShownTag(ctx, null, slug);
  const { items } = await listTagged(ctx, null, tag, {});
  return { name: `#${tag.name}`, about: tag.description, page: tagPath(tag.slug), posts: items };
}

function toItem(post: PostSummary, { html, written_at }: FeedText, origin: string): FeedItem {
  const published = new Date(post.published_at ?? post.created_at);
  return {
    url: `${origin}/posts/${post.id}`,
    title: post.title,
    summary: post.summary,
    html: html === null ? null : absolutePictures(html, origin),
    image: post.cover_url === null ? null : new URL(post.cover_url, origin).href,
    lang: post.lang,
    tags: post.tags.map(({ name, slug }) => ({ name, url: `${origin}${tagPath(slug)}` })),
    author: { name: post.author_name, url: `${origin}/space/${post.author.uid}` },
    published,
    updated: written_at !== null && written_at > published ? written_at : published,
  };
}
