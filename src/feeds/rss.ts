import type { Feed, FeedItem } from './feed.ts';
import { element, escapeXml } from './xml.ts';

const NAMESPACES = [
  'xmlns:atom="http://www.w3.org/2005/Atom"',
  'xmlns:content="http://purl.org/rss/1.0/modules/content/"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
].join(' ');

/** RSS 2.0, with the text in `content:encoded`. */
export function formatRss(feed: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<rss version="2.0" ${NAMESPACES}>`,
    '<channel>',
    element('title', feed.title),
    element('link', feed.url),
    element('description', feed.description),
    element('language', feed.language),
    element('lastBuildDate', feed.updated.toUTCString()),
    `<atom:link rel="self" type="application/rss+xml" href="${escapeXml(feed.feedUrl)}"/>`,
    ...(feed.hub === null ? [] : [`<atom:link rel="hub" href="${escapeXml(feed.hub)}"/>`]),
    ...feed.items.map(formatItem),
    '</channel>',
    '</rss>',
    '',
  ].join('\n');
}

function formatItem(item: FeedItem): string {
  const { url, title, summary, html, lang, tags, author, published } = item;
  return [
    '<item>',
    element('title', title),
    element('link', url),
    `<guid isPermaLink="true">${escapeXml(url)}</guid>`,
    element('dc:creator', author.name),
    ...(lang === null ? [] : [element('dc:language', lang)]),
    ...tags.map(
      ({ name, url: domain }) =>
        `<category domain="${escapeXml(domain)}">${escapeXml(name)}</category>`,
    ),
    element('pubDate', published.toUTCString()),
    element('description', summary),
    ...(html === null ? [] : [element('content:encoded', html)]),
    '</item>',
  ].join('\n');
}
