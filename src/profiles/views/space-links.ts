/** SPEC §4: the five tabs. The last is there for the owner only. */
export const SPACE_TABS = ['posts', 'following', 'followers', 'favorites', 'settings'] as const;
export type SpaceTab = (typeof SPACE_TABS)[number];

export const LEDGERS = ['energy', 'exp'] as const;
export type Ledger = (typeof LEDGERS)[number];

type Place = {
  tab?: SpaceTab;
  status?: string | undefined;
  ledger?: Ledger;
  cursor?: string | null;
};

/** The address of a part of somebody's space; the first tab needs no name. */
export function spaceHref(uid: number, place: Place = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(place)) {
    if (value && value !== 'posts') query.set(name, value);
  }
  const text = query.toString();
  return `/space/${uid}${text ? `?${text}` : ''}`;
}
