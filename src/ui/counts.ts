const COUNTED = 99;

/** D44: counted so far and no further. */
export function countOf(unread: number): string {
  return unread > COUNTED ? `${COUNTED}+` : String(unread);
}
