import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/platform/log.ts';
import { openServices } from '../../src/services.ts';
import { heavyReader } from './heavy-reader.ts';
import { type Measured, measurePlans } from './measure.ts';

export type PlansSite = {
  /** Measures every request once, with far pages at this depth. */
  measure(depth: number): Promise<Measured[]>;
  close(): Promise<void>;
};

/** The service on a set, in this process. */
export async function openPlansSite(url: string): Promise<PlansSite> {
  const config = readConfig({
    DATABASE_URL: url,
    SECRET_KEY: 'a key for measuring that is long enough to be one',
    STORAGE_DIR: join(tmpdir(), 'lamplight-plans'),
    BASE_URL: 'http://localhost:3000',
  });
  const services = await openServices(config, createLog('error'));
  const app = await createApp(services);
  const get = await heavyReader(app, services.ctx);
  // With the service's connection settings: plans depend on them.
  const asService = await services.database.pool.connect();
  return {
    measure: (depth) => measurePlans(asService, get, depth),
    async close() {
      asService.release();
      await app.close();
      await services.close();
    },
  };
}
