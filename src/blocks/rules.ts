import type { Viewer } from '../context.ts';

/** Only a script hides more. Every list that the member reads leaves these out. */
export const BLOCKS_MAX = 1000;

export const BLOCK_KINDS = ['block', 'mute'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/**
 * D67: whose words a reader does not see: the members whom they blocked or muted. Undefined for a reader who hides nobody,
 * so their statements have no condition for it.
 */
export type Hidden = readonly number[] | undefined;

type Reader = Pick<Viewer, 'hidden'>;

/** For what is derived from posts, and for pages that everybody shares. */
export const FOR_EVERYBODY: undefined = undefined;

export function hiddenFrom(viewer: Reader | null): Hidden {
  return viewer?.hidden?.length ? viewer.hidden : undefined;
}

export function isHiddenFrom(viewer: Reader | null, uid: number): boolean {
  return viewer?.hidden?.includes(uid) ?? false;
}

/** Staff open what they have to judge, whomever they blocked. Their lists leave it out as everybody's do. */
export function isClosedTo(viewer: Viewer | null, uid: number): boolean {
  return viewer?.role === 'member' && isHiddenFrom(viewer, uid);
}

/** Those of the rows that a short list, read for everybody at once, shows to this reader. */
export function withoutHidden<Row>(
  viewer: Reader | null,
  rows: Row[],
  uidOf: (row: Row) => number,
): Row[] {
  return hiddenFrom(viewer) ? rows.filter((row) => !isHiddenFrom(viewer, uidOf(row))) : rows;
}
