import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import { normalizeTags, slugOf, TAG_LENGTH_MAX, type TagName } from '../rules.ts';
import type { Tag } from '../schema.ts';
import { findTagIds, insertMissingTags } from '../store/tags.ts';

/** D60: refuses what cannot be a tag. */
export function readTags(texts: string[]): TagName[] {
  const { tags, invalid } = normalizeTags(texts);
  if (invalid === undefined) return tags;
  const detail = `needs 1 to ${TAG_LENGTH_MAX} characters, without line breaks, commas, slashes and #`;
  throw new Refusal('invalid_input', {}, { fields: [{ pointer: `/tags/${invalid}`, detail }] });
}

/** D60: a tag is made by its first use. The ids, in the order of the names. */
export async function useTags(trx: Trx, tags: TagName[], now: Date): Promise<number[]> {
  if (tags.length === 0) return [];
  const slugs = tags.map(({ slug }) => slug);
  let ids = await findTagIds(trx, slugs);
  if (ids.size < tags.length) {
    const missing = tags.filter(({ slug }) => !ids.has(slug));
    await insertMissingTags(trx, missing, now);
    // A statement of its own: it also finds what another transaction has inserted meanwhile.
    ids = await findTagIds(trx, slugs);
  }
  return slugs.flatMap((slug) => ids.get(slug) ?? []);
}

/** Names as `shownTagsSql` selects them. */
export function presentTags(names: string[]): Tag[] {
  return [...new Set(names)].map((name) => ({ slug: slugOf(name), name }));
}
