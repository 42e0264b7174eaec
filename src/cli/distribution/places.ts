import { MEMBER_PLACES } from './places/member.ts';
import type { Place } from './places/place.ts';
import { POST_PLACES } from './places/post.ts';
import { SITE_PLACES } from './places/site.ts';

/** Every table there is. A test asks the database whether one was forgotten. */
export const PLACES: Record<string, Place> = { ...MEMBER_PLACES, ...POST_PLACES, ...SITE_PLACES };

export type Spread = { table: string; key: string };

/** In the order in which they are spread: the first by a key is what the others by it lie beside. */
export const SPREAD: Spread[] = Object.entries(PLACES).flatMap(([table, { state, key }]) =>
  state === 'spread' && key ? [{ table, key }] : [],
);
