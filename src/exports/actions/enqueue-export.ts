import type { Trx } from '../../platform/db/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';

export function enqueueExport(trx: Trx, { uid, key }: { uid: number; key: string }): Promise<void> {
  return enqueue(trx, 'exports_make', { uid, key }, { key: `export:${uid}` });
}
