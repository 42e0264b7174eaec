import { linesOf } from '../platform/html/summary.ts';
import type { TrustedHtml } from '../platform/html/trusted.ts';
import { cutWords } from './tokens/dictionary.ts';
import { type SearchDocument, TEXT_MAX, toVector } from './tokens/document.ts';

/** What needs the dictionary or a whole text, in a thread of its own (actions/token-work.ts). Pure functions. */

export type PostTask = Omit<SearchDocument, 'text'> & { body: TrustedHtml };
export type PostTokens = { text: string; vector: string };

export function tokenizePost({ body, summary, ...post }: PostTask): PostTokens {
  const text = linesOf(body).join(' ').slice(0, TEXT_MAX).toWellFormed().replaceAll('\0', '');
  // A derived summary is the beginning of the text, up to its last word.
  const own = text.startsWith(summary.replace(/…$/, '').trimEnd()) ? '' : summary;
  return { text, vector: toVector({ ...post, summary: own, text }, cutWords) };
}

export type NameTask = { name: string; about: string };
export type NameTokens = { keys: string[]; vector: string };

export async function tokenizeName({ name, about }: NameTask): Promise<NameTokens> {
  // Its table of pinyin is not needed where only posts are searched.
  const { keysOf } = await import('./tokens/name-keys.ts');
  const document = { title: name, tags: [], text: about, summary: '', filters: [] };
  return { keys: keysOf(name), vector: toVector(document, cutWords) };
}

export function cutTexts(texts: string[]): string[][] {
  return texts.map(cutWords);
}
