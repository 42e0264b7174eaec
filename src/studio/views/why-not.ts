import type { PageView } from '../../platform/http/page.ts';

/** The id of the reason above the list; disabled controls refer to it. */
export const WHY_NOT = 'why-not';

export function isBanned({ visitor }: PageView): boolean {
  return visitor?.status === 'banned';
}
