import type { Trx } from '../../platform/db/database.ts';
import { announce } from '../../platform/live/announcements.ts';

/** ADR 0062: to its author and the staff; and to those who read lists, when it becomes public for the first time. */
export function announcePost(
  trx: Trx,
  { id, author_uid }: { id: number; author_uid: number },
  { isPublished = false } = {},
): void {
  announce(trx, `own_post:${author_uid}:${id}`);
  announce(trx, 'queue');
  if (isPublished) announce(trx, `published:${id}`);
}
