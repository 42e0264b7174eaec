import type { Context } from '../../context.ts';
import { normalizeName } from '../../profiles/rules.ts';
import { findUidByName } from '../store/people.ts';
import { findTagBySlug } from '../store/tags.ts';
import { authorLexeme, languageLexeme, tagLexeme } from '../tokens/buckets.ts';

export type PostFilters = {
  lexemes: string[];
  author: number | undefined;
  lang: string | undefined;
};

type Names = { author: string | undefined; tag: string | undefined; lang: string | undefined };

const UID = /^[1-9]\d{0,14}$/;

/** Undefined if there is no such author or tag. A number is a uid. */
export async function findFilters(
  ctx: Context,
  { author, tag, lang }: Names,
): Promise<PostFilters | undefined> {
  const lexemes = lang === undefined ? [] : [languageLexeme(lang)];
  let uid: number | undefined;
  if (author !== undefined && author !== '') {
    uid = UID.test(author)
      ? Number(author)
      : await findUidByName(ctx.readDb, normalizeName(author));
    if (uid === undefined) return undefined;
    lexemes.push(authorLexeme(uid));
  }
  if (tag !== undefined && tag !== '') {
    const id = await findTagBySlug(ctx.readDb, normalizeName(tag));
    if (id === undefined) return undefined;
    lexemes.push(tagLexeme(id));
  }
  return { lexemes, author: uid, lang };
}
