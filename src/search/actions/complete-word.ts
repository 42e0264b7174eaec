import type { Context } from '../../context.ts';
import { findWordBeginning } from '../store/words.ts';
import { normalize } from '../tokens/normalize.ts';

const LAST_WORD = /[a-z]{3,40}$/;

/** `post` → `postgresql`: the query with its last Latin word completed to a known one. */
export async function completeWord(ctx: Context, q: string): Promise<string | undefined> {
  const text = normalize(q.slice(0, 64).toWellFormed()).text;
  const typed = LAST_WORD.exec(text)?.[0];
  if (typed === undefined) return undefined;
  const word = await findWordBeginning(ctx.readDb, typed);
  return word === undefined ? undefined : `${text.slice(0, -typed.length)}${word}`;
}
