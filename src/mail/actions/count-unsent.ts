import type { Context } from '../../context.ts';
import type { Backlog } from '../../platform/db/backlog.ts';
import { selectUnsent } from '../store/mails.ts';

/** For the metrics. */
export function countUnsentMails({ db }: Context): Promise<Backlog> {
  return selectUnsent(db);
}
