import { type App, operations } from '../../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../../platform/http/pagination.ts';
import { adjustEnergy } from '../actions/adjust-energy.ts';
import { listEnergyBatches, listLedger } from '../actions/list-energy.ts';
import { AdjustBody, Adjustment, EnergyBatch, LedgerEntry, LedgerQuery } from '../schema/energy.ts';

const { asAdmin, asOwner } = operations('administration');
/** Enough for the maximum number of members with the longest ids. */
const ADJUST_BYTES_MAX = 32 * 1024;

export function adminEnergyRoutes(app: App): void {
  app.post(
    '/api/admin/energy/adjust',
    asOwner(
      {
        operationId: 'adjustEnergy',
        summary: 'Gives energy to many members, or takes it from them',
        description: 'All of them or, if one does not exist, none. Try it with `dry_run` first.',
        body: AdjustBody,
        response: { 200: Adjustment },
      },
      { bodyLimit: ADJUST_BYTES_MAX },
    ),
    ({ ctx, member, body }) => adjustEnergy(ctx, member, body),
  );

  app.get(
    '/api/admin/energy/batches',
    asOwner({
      operationId: 'listEnergyBatches',
      summary: 'Adjustments, newest first',
      querystring: ListQuery,
      response: { 200: PageOf(EnergyBatch) },
    }),
    ({ ctx, query }) => listEnergyBatches(ctx, query),
  );

  app.get(
    '/api/admin/energy/logs',
    asAdmin({
      operationId: 'listLedger',
      summary: "Members' ledger entries, newest first",
      querystring: LedgerQuery,
      response: { 200: PageOf(LedgerEntry) },
    }),
    ({ ctx, query }) => listLedger(ctx, query),
  );
}
