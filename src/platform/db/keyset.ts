import { sql } from 'kysely';

/** D2: the maximum page size. */
export const PAGE_LIMIT_MAX = 100;
/** The default page size. */
export const PAGE_LIMIT = 20;

/** In "C" collation every text with a prefix sorts before the prefix followed by this character. */
export const LAST_LETTER = '\u{10FFFF}';

/** The key of the last row of the previous page, and the page size. */
export type KeysetPage<Key> = { limit: number; after: Key | undefined };

/** The keyset of lists ordered by time; the id orders rows with equal times. */
export type TimeAndId = [string, number];

/**
 * A literal LIMIT for the subquery of a list; the outer query has the page size as a parameter. PostgreSQL plans a
 * prepared statement with only a parameter as LIMIT for a tenth of the table, and joins it all. With the literal it
 * plans for one page, and still reads no more rows than the page needs, because the subquery is read row by row.
 */
export const PAGE_ROWS = sql.lit(PAGE_LIMIT_MAX + 1);
