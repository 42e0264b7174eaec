import { type App, operations } from '../platform/http/app-types.ts';
import { PageOf } from '../platform/http/pagination.ts';
import { listOwnEntries } from './actions.ts';
import { EnergyEntry, EnergyInfo, EnergyLogQuery } from './schema.ts';
import { findBalance } from './store/shared.ts';

const { asMember } = operations('energy');

export function energyRoutes(app: App): void {
  app.get(
    '/api/energy/info',
    asMember({
      operationId: 'getEnergyInfo',
      summary: "The caller's balance",
      response: { 200: EnergyInfo },
    }),
    async ({ ctx, member }) => ({ balance: await findBalance(ctx.db, member.uid) }),
  );

  app.get(
    '/api/energy/logs',
    asMember({
      operationId: 'listEnergyLogs',
      summary: "The caller's ledger entries, newest first",
      description: 'They add up to the balance.',
      querystring: EnergyLogQuery,
      response: { 200: PageOf(EnergyEntry) },
    }),
    ({ ctx, member, query }) => listOwnEntries(ctx, member, query),
  );
}
