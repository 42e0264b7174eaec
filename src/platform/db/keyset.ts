import { sql } from 'kysely';

/** D2: the most a page may have. */
export const PAGE_LIMIT_MAX = 100;
/** What a page has unless the caller asks for more or less. */
export const PAGE_LIMIT = 20;

/** In the "C" order of an index nothing that begins with a prefix comes after the prefix and this. */
export const LAST_LETTER = '\u{10FFFF}';

/** A place in an order, and how much to read from there. */
export type KeysetPage<Key> = { limit: number; after: Key | undefined };

/** The key of what is ordered by time: the id tells apart what happened at the same moment. */
export type TimeAndId = [string, number];

/**
 * The limit of the part of a list query that finds the page; the wanted number goes onto the whole. A
 * prepared statement whose only limit is a parameter is planned for a tenth of the table, and either joins
 * it all or is planned anew at every call. With this it is planned for a page, and still reads no more than
 * the parameter asks for: the inner part is pulled row by row.
 */
export const PAGE_ROWS = sql.lit(PAGE_LIMIT_MAX + 1);
