import { JOBS } from '../../src/jobs.ts';
import type { Client } from '../support/client.ts';
import { PASSWORD } from '../support/world.ts';
import type { Site } from './site.ts';

type People = Record<'preparing' | 'ready' | 'taken', Client>;

/** Data exports in every state. */
export async function seedExports(site: Site, people: People): Promise<void> {
  for (const client of Object.values(people)) {
    const requested = await client.post('/api/settings/export', { password: PASSWORD });
    if (requested.status !== 202) throw new Error(requested.text);
  }
  for (const { uid } of [people.ready, people.taken]) {
    const [row] = await site.sql('select key from user_export where uid = $1', [uid]);
    await JOBS.tasks['exports_make']?.(site.ctx, { uid, key: row?.['key'] });
  }
  const taken = await people.taken.get('/api/settings/export/file');
  if (taken.status !== 200) throw new Error(taken.text);
}
