import { Type } from 'typebox';
import { hiddenFrom } from '../../blocks/rules.ts';
import type { Context, Viewer } from '../../context.ts';
import { PAGE_LIMIT } from '../../platform/db/keyset.ts';
import { readPage, toPage } from '../../platform/http/pagination.ts';
import { Id } from '../../platform/http/validation.ts';
import { presentCard } from '../../users/actions/present-user.ts';
import type { Found, FoundPerson, FoundTag, SearchQuery } from '../schema.ts';
import type { NameSearch } from '../store/names.ts';
import { listPeople, type PersonRow } from '../store/people.ts';
import { listTags, type TagRow } from '../store/tags.ts';
import { normalizeKey } from '../tokens/normalize-key.ts';
import { readQuery } from './token-work.ts';

const UID = /^[1-9]\d{0,14}$/;
/** How the last one of the page matches, its weight and its id. */
const NameKey = Type.Tuple([Type.Integer(), Type.Integer(), Id]);

/** D61: members, by username, uid and signature. */
export async function searchPeople(
  ctx: Context,
  viewer: Viewer | null,
  input: SearchQuery,
): Promise<Found<FoundPerson>> {
  const page = readPage(NameKey, { ...cursorOf(input), limit: PAGE_LIMIT });
  const search = await readNameSearch(ctx, input.q ?? '', page.limit, page.after);
  if (!search) return { items: [], next_cursor: null, more: false };
  const rows = await listPeople(ctx.readDb, search, hiddenFrom(viewer));
  const found = toPage(
    rows,
    page.limit,
    ({ tier, weight, uid }) => [tier, weight, uid],
    (row) => presentPerson(ctx, row),
  );
  return { ...found, more: found.next_cursor !== null };
}

/** D61: tags, by name and description. */
export async function searchTags(
  ctx: Context,
  _viewer: Viewer | null,
  input: SearchQuery,
): Promise<Found<FoundTag>> {
  const page = readPage(NameKey, { ...cursorOf(input), limit: PAGE_LIMIT });
  const search = await readNameSearch(ctx, input.q ?? '', page.limit, page.after);
  if (!search) return { items: [], next_cursor: null, more: false };
  const rows = await listTags(ctx.readDb, { ...search, id: 0 });
  const found = toPage(rows, page.limit, ({ tier, weight, id }) => [tier, weight, id], presentTag);
  return { ...found, more: found.next_cursor !== null };
}

/** Undefined if there is nothing to search for. */
async function readNameSearch(
  ctx: Context,
  q: string,
  limit: number,
  after?: [tier: number, weight: number, ref_id: number],
): Promise<NameSearch | undefined> {
  const { terms } = await readQuery(ctx, q);
  const words = [...new Set(terms.words.flatMap(({ lexemes }) => lexemes))];
  const key = nameKey(q);
  if (words.length === 0 && key === '') return undefined;
  const typed = q.trim();
  return {
    ...{ key, id: UID.test(typed) ? Number(typed) : 0, limit: limit + 1 },
    target: words.length > 0 ? words.map((word) => `'${word}'`).join(' & ') : undefined,
    after: after && { tier: after[0], weight: after[1], ref_id: after[2] },
  };
}

/** Names that begin so, for suggestions. */
export function beginsWith(q: string, limit: number): NameSearch {
  return { key: nameKey(q), target: undefined, id: 0, after: undefined, limit };
}

function nameKey(q: string): string {
  return normalizeKey(
    q
      .slice(0, 64)
      .toWellFormed()
      .replace(/^\s*[@#]/, ''),
  );
}

function cursorOf({ cursor }: SearchQuery): { cursor?: string } {
  return cursor === undefined ? {} : { cursor };
}

function presentPerson(ctx: Context, row: PersonRow): FoundPerson {
  const { uid, username, avatar_url, level } = presentCard(ctx, row);
  const { signature, followers, posts } = row;
  return { uid, username, avatar_url, level, signature, followers, posts };
}

function presentTag({ slug, name, description, posts }: TagRow): FoundTag {
  return { slug, name, description, posts };
}
