import type { Database } from '../db/database.ts';
import { pendingMigrations } from '../db/migrate.ts';
import type { App } from './app-types.ts';
import { replyToProbe } from './proxy-probe.ts';

const CACHE_MS = 1000;

export type Readiness = { draining: boolean };

/** `/healthz`: the process is alive. `/readyz`: it can take requests. Both are public and unlimited. */
export function healthRoutes(app: App, database: Database, readiness: Readiness): void {
  const internal = { config: { access: 'public', internal: true } } as const;
  let checked = { at: 0, problem: undefined as string | undefined };

  app.get('/healthz', internal, async (request, reply) => {
    const seen = replyToProbe(request.ctx.secrets, request.ctx.now(), request, reply);
    return { status: 'ok', ...(seen ? { seen } : {}) };
  });

  app.get('/readyz', internal, async (_request, reply) => {
    if (readiness.draining) return reply.code(503).send({ status: 'draining' });
    if (Date.now() - checked.at > CACHE_MS) {
      checked = { at: Date.now(), problem: await findProblem(database) };
    }
    if (checked.problem) return reply.code(503).send({ status: checked.problem });
    return { status: 'ok' };
  });
}

async function findProblem(database: Database): Promise<string | undefined> {
  try {
    const pending = await pendingMigrations(database.pool);
    return pending.length > 0 ? 'migrations pending' : undefined;
  } catch {
    return 'database away';
  }
}
