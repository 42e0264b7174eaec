import type { FetchFailure } from '../platform/outbound/fetch-failed.ts';
import type { RefusalCode } from '../refusals.ts';

/** Also a CHECK of the table. */
export const PICTURES_PER_POST_MAX = 50;
/** Of one member in one process. The editor runs as many. */
export const AT_ONCE_PER_MEMBER = 3;
/** Longer than a request can take: whoever began it is gone. */
export const ABANDONED_SECONDS = 60;
/** Formats that we can read, and no others: a server that has several sends one of these. */
export const ACCEPT = 'image/webp, image/png, image/jpeg, image/gif';

export const REFUSED: Record<FetchFailure, RefusalCode> = {
  address: 'picture_address',
  unreachable: 'picture_unreachable',
  size: 'picture_too_large',
  slow: 'picture_too_slow',
  type: 'not_a_picture',
};

/** Names who fetches, and where to complain. */
export function userAgentOf(baseUrl: string): string {
  return `Lamplight (picture fetcher; +${baseUrl})`;
}
