/** SPEC §4: the five tabs. Only the owner sees the last one. The series are beside them, if there are any. */
export const SPACE_TABS = [
  'posts',
  'series',
  'following',
  'followers',
  'favorites',
  'settings',
] as const;
export type SpaceTab = (typeof SPACE_TABS)[number];

export const LEDGERS = ['energy', 'exp'] as const;
export type Ledger = (typeof LEDGERS)[number];

type SpaceParams = {
  tab?: SpaceTab;
  status?: string | undefined;
  ledger?: Ledger;
  cursor?: string | null;
};

/** The URL of a part of a member's space; the first tab has no parameter. */
export function spaceHref(uid: number, params: SpaceParams = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value && value !== 'posts') query.set(name, value);
  }
  const text = query.toString();
  return `/space/${uid}${text ? `?${text}` : ''}`;
}
