import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { type KeysetPage, LAST_LETTER } from '../../platform/db/keyset.ts';
import { type Params, prepareQuery } from '../../platform/db/prepared.ts';
import { hasPublicPost } from './tagged-query.ts';

/** Word for word the condition of the partial indexes. */
const IS_USED = sql`tag.posts > 0 and not tag.blocked and tag.merged_into is null`;

const COLUMNS = sql`tag.id, tag.slug, tag.name, tag.description, tag.posts, tag.followers`;
export type UsedTagRow = {
  id: number;
  slug: string;
  name: string;
  description: string;
  posts: number;
  followers: number;
};

type CountCursor = { posts: number | undefined; id: number | undefined; limit: number };

const usedTagsQuery = prepareQuery(
  (db, { posts, id, limit }: Params<CountCursor>) => sql<UsedTagRow>`
    select ${COLUMNS} from tag
     where ${IS_USED} and ${hasPublicPost(db)}
       and ${posts && id ? sql`(tag.posts, tag.id) < (${posts}, ${id})` : sql`true`}
     order by tag.posts desc, tag.id desc limit ${limit}`,
);

/** The most used first. */
export function listUsedTags(db: Db, { after, limit }: KeysetPage<[posts: number, id: number]>) {
  return usedTagsQuery(db, { posts: after?.[0], id: after?.[1], limit: limit + 1 });
}

/** How many slugs with a longer prefix are compared. */
const SCAN = sql.lit(2_000);

const suggestedByLettersQuery = prepareQuery(
  (
    db,
    { letter, letters, limit }: Params<{ letter?: string; letters?: string; limit: number }>,
  ) => {
    const isPrefix = letter
      ? sql`left(tag.slug, 1) = ${letter}`
      : sql`left(tag.slug, 2) = ${letters ?? ''}`;
    return sql<UsedTagRow>`
      select ${COLUMNS} from tag where ${isPrefix} and ${IS_USED} and ${hasPublicPost(db)}
       order by tag.posts desc, tag.id desc limit ${limit}`;
  },
);

const suggestedByPrefixQuery = prepareQuery(
  (
    db,
    { first, last, limit }: Params<{ first: string; last: string; limit: number }>,
  ) => sql<UsedTagRow>`
    select ${COLUMNS}
      from (select ${COLUMNS} from tag
             where slug >= ${first} and slug < ${last} and ${IS_USED} order by slug limit ${SCAN}) as tag
     where ${hasPublicPost(db)}
     order by tag.posts desc, tag.id desc limit ${limit}`,
);

/** The most used with this prefix: by an index of their own for one and two characters, which very many tags share. */
export function listSuggestedTags(db: Db, prefix: string, limit: number) {
  const length = [...prefix].length;
  if (length === 1) return suggestedByLettersQuery(db, { letter: prefix, limit });
  if (length === 2) return suggestedByLettersQuery(db, { letters: prefix, limit });
  return suggestedByPrefixQuery(db, { first: prefix, last: prefix + LAST_LETTER, limit });
}

type TagRow = UsedTagRow & {
  blocked: boolean;
  /** The slug of the tag into which staff merged it. */
  merged_into: string | null;
  has_public_post: boolean;
  following: boolean;
};

const tagQuery = prepareQuery(
  (db, { slug, uid }: Params<{ slug: string; uid: number }>) => sql<TagRow>`
    select tag.id, tag.slug, tag.name, tag.description, tag.posts, tag.blocked,
           target.slug as merged_into, ${hasPublicPost(db)} as has_public_post,
           (select sum(followers)::bigint from tag as each
             where each.id = tag.id or each.merged_into = tag.id) as followers,
           exists (select from tag_follow
                    where tag_follow.uid = ${uid} and tag_follow.tag_id in (
                      select each.id from tag as each
                       where each.id = tag.id or each.merged_into = tag.id)) as following
      from tag left join tag as target on target.id = tag.merged_into
     where tag.slug = ${slug}`,
);

export async function findTag(db: Db, slug: string, uid: number | null) {
  const [tag] = await tagQuery(db, { slug, uid: uid ?? 0 });
  return tag;
}
