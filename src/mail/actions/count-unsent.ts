import type { Context } from '../../context.ts';
import { selectUnsent } from '../store/mails.ts';

/** For the metrics. */
export function countUnsentMails({
  db,
}: Context): Promise<{ unsent: number; oldest_seconds: number }> {
  return selectUnsent(db);
}
