import type { Context } from '../../context.ts';
import { listTags } from '../store/tags.ts';
import { findTrigrams, listSimilarWords } from '../store/words.ts';
import { normalize } from '../tokens/normalize.ts';
import { latinWords } from '../tokens/scan.ts';
import { beginsWith } from './search-names.ts';

const QUERY_MAX = 64;
const PINYIN = /^[a-z' ]{4,}$/;

/**
 * What somebody may have meant who found little: a tag whose name was typed in pinyin, or the query with words that are
 * written alike. Only if it finds something: the known words may come from posts that are hidden by now.
 */
export async function correctQuery(
  ctx: Context,
  q: string,
  finds: (corrected: string) => Promise<boolean>,
): Promise<string | undefined> {
  const text = normalize(q.trim().slice(0, QUERY_MAX).toWellFormed()).text;
  if (latinWords(text).length === 0) return undefined;
  for (const propose of [fromPinyin, fromSimilarWords]) {
    const corrected = await propose(ctx, text);
    if (corrected !== undefined && (await finds(corrected))) return corrected;
  }
  return undefined;
}

async function fromPinyin(ctx: Context, text: string): Promise<string | undefined> {
  if (!PINYIN.test(text)) return undefined;
  const [tag] = await listTags(ctx.readDb, beginsWith(text, 1));
  const isTyped = tag !== undefined && normalize(tag.name).text !== text && tag.tier === 1;
  return isTyped ? tag.name : undefined;
}

async function fromSimilarWords(ctx: Context, text: string): Promise<string | undefined> {
  if (!(await findTrigrams(ctx.readDb))) return undefined;
  const similar = await listSimilarWords(ctx.readDb, latinWords(text).slice(0, 4));
  if (similar.length === 0) return undefined;
  const byWord = new Map(similar.map((one) => [one.word, one.similar]));
  return text.replace(/[a-z]+/g, (word) => byWord.get(word) ?? word);
}
