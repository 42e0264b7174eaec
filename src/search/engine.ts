import type { Db, Trx } from '../platform/db/database.ts';
import type { SearchTerms } from './tokens/query.ts';

/** A post as it is indexed: the tokens are ours, so that every engine finds the same. */
export type IndexedPost = {
  post_id: number;
  published_at: Date;
  version: number;
  text: string;
  /** `'望远':5B,9D '#a7'`: lexemes with positions and weights. */
  vector: string;
};

export type EngineQuery = {
  terms: SearchTerms;
  /** Lexemes that every match has: author, tag, language. */
  filters: string[];
  since: Date | undefined;
};

/** A position between two posts: everything before it is older. */
export type Position = { before: Date; before_id: number };

/** `position`: where to continue; undefined at the end. */
export type Hits = {
  post_ids: { post_id: number; published_at: Date }[];
  position: Position | undefined;
};

/**
 * What a search engine does for this site. PostgreSQL does it here; docs/scale.md explains when another one should, which
 * gets the same lexemes. It only proposes: the posts table decides what is shown.
 */
export type SearchEngine = {
  /** Replaces what is known of the post. */
  index(trx: Trx, post: IndexedPost): Promise<void>;
  remove(trx: Trx, postIds: number[]): Promise<void>;
  /** The newest matches before the position, at least `count` unless there are fewer or it takes too long. */
  findNewest(db: Db, query: EngineQuery, position: Position, count: number): Promise<Hits>;
  /** How well each post matches. */
  rank(db: Db, query: EngineQuery, postIds: number[]): Promise<Map<number, number>>;
};
