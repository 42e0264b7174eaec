export const TITLE_MAX = 60;
export const DESCRIPTION_MAX = 500;
export const SERIES_MAX = 50;
/** Also the CHECK of the positions in the database. */
export const SERIES_POSTS_MAX = 200;

export function seriesPath(uid: number, id: number): string {
  return `/series/${uid}-${id}`;
}

/** The order with one post moved to a position, counted from 1; beyond the end means the end. */
export function moveTo(ids: readonly number[], id: number, position: number): number[] {
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, position - 1), id, ...others.slice(position - 1)];
}

/** Whether two lists have the same posts, each once. */
export function hasSamePosts(a: readonly number[], b: readonly number[]): boolean {
  const known = new Set(a);
  return a.length === b.length && new Set(b).size === b.length && b.every((id) => known.has(id));
}
