import type { Feed, FeedItem } from './feed.ts';
import { element, escapeXml } from './xml.ts';

/** RFC 4287. */
export function formatAtom(feed: Feed): string {
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${escapeXml(feed.language)}">`,
    element('id', feed.feedUrl),
    element('title', feed.title),
    element('subtitle', feed.description),
    element('updated', feed.updated.toISOString()),
    `<link rel="self" type="application/atom+xml" href="${escapeXml(feed.feedUrl)}"/>`,
    ...(feed.hub === null ? [] : [`<link rel="hub" href="${escapeXml(feed.hub)}"/>`]),
    `<link rel="alternate" type="text/html" href="${escapeXml(feed.url)}"/>`,
    ...feed.items.map(formatEntry),
    '</feed>',
    '',
  ].join('\n');
}

function formatEntry(item: FeedItem): string {
  const { url, title, summary, html, lang, tags, author, published, updated } = item;
  return [
    lang === null ? '<entry>' : `<entry xml:lang="${escapeXml(lang)}">`,
    element('id', url),
    element('title', title),
    `<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>`,
    element('published', published.toISOString()),
    element('updated', updated.toISOString()),
    `<author>${element('name', author.name)}${element('uri', author.url)}</author>`,
    ...tags.map(({ name }) => `<category term="${escapeXml(name)}"/>`),
    element('summary', summary),
    ...(html === null ? [] : [`<content type="html">${escapeXml(html)}</content>`]),
    '</entry>',
  ].join('\n');
}
