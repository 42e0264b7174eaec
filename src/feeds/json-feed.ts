import type { Feed, FeedItem } from './feed.ts';

/** JSON Feed 1.1. */
export function formatJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    language: feed.language,
    home_page_url: feed.url,
    feed_url: feed.feedUrl,
    ...(feed.hub === null ? {} : { hubs: [{ type: 'WebSub', url: feed.hub }] }),
    items: feed.items.map(toItem),
  });
}

function toItem(item: FeedItem): object {
  return {
    id: item.url,
    url: item.url,
    title: item.title,
    summary: item.summary,
    ...(item.html === null ? { content_text: item.summary } : { content_html: item.html }),
    ...(item.image ? { image: item.image } : {}),
    date_published: item.published.toISOString(),
    date_modified: item.updated.toISOString(),
    authors: [item.author],
    ...(item.lang === null ? {} : { language: item.lang }),
    ...(item.tags.length > 0 ? { tags: item.tags.map(({ name }) => name) } : {}),
  };
}
