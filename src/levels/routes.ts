import { type App, accessOf, operations } from '../platform/http/app-types.ts';
import { ListQuery, PageOf } from '../platform/http/pagination.ts';
import { NoBody } from '../platform/http/validation.ts';
import { checkIn, getLevelInfo, listOwnExp } from './actions.ts';
import { CheckIn, ExpEntry, LevelInfo } from './schema.ts';

const { asMember, optionsWith } = operations('level');
/** SPEC §8: the sensitive operations share one limit per address. */
const asCheckIn = optionsWith({ config: { ...accessOf('member', ['sensitive']), checksIn: true } });

export function levelRoutes(app: App): void {
  app.post(
    '/api/level/checkin',
    asCheckIn({
      operationId: 'checkIn',
      summary: 'Checks in for today',
      description: 'Repeating it is fine: only the request that checked in is `awarded`.',
      body: NoBody,
      response: { 200: CheckIn },
    }),
    ({ ctx, member }) => checkIn(ctx, member),
  );

  app.get(
    '/api/level/info',
    asMember({
      operationId: 'getLevelInfo',
      summary: "The caller's level, exp and first-time tasks",
      response: { 200: LevelInfo },
    }),
    ({ ctx, member }) => getLevelInfo(ctx, member),
  );

  app.get(
    '/api/level/logs',
    asMember({
      operationId: 'listExpLogs',
      summary: "Where the caller's exp came from, newest first",
      description: 'The entries add up to the exp.',
      querystring: ListQuery,
      response: { 200: PageOf(ExpEntry) },
    }),
    ({ ctx, member, query }) => listOwnExp(ctx, member, query),
  );
}
