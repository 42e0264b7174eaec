import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { addDays, startOfDay } from '../../platform/clock.ts';
import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage } from '../../platform/http/page.ts';
import { CursorQuery } from '../../platform/http/pagination.ts';
import { Closed } from '../../platform/http/validation.ts';
import { randomToken } from '../../platform/secrets.ts';
import { findTitles } from '../../posts/actions/find-titles.ts';
import { adjustEnergy } from '../actions/adjust-energy.ts';
import { listEnergyBatches, listLedger } from '../actions/list-energy.ts';
import { type Adjustment, LedgerQuery } from '../schema/energy.ts';
import { EnergyPage } from '../views/energy.tsx';
import { EnergyLogs } from '../views/energy-logs.tsx';
import type { AdjustProblem, AdjustValues } from '../views/energy-preview.tsx';
import { readAdjustment } from './adjustment.ts';
import { adminPageOf, asStaff, omitUndefined, PositionQuery, ROWS } from './admin-page.ts';

const KEY_BYTES = 16;
const BATCHES = 20;

/** Wide on purpose: a typing mistake gets a message at its field, not "malformed request". */
const PreviewBody = Closed({
  csrf_token: Type.Optional(Type.String()),
  uids: Type.String({ maxLength: 50_000 }),
  amount: Type.String({ maxLength: 50 }),
  reason: Type.String({ maxLength: 5_000 }),
});

const Day = Type.Optional(Type.String({ format: 'date', pattern: '^[12]\\d{3}-' }));
const { uid, reason } = LedgerQuery.properties;
const LogsQuery = Closed({ ...PositionQuery, uid, reason, from: Day, to: Day });

export function adminEnergyPages(app: App): void {
  app.get('/admin/energy', asStaff('owner', CursorQuery), async (request, reply) =>
    sendEnergy(request, reply, { values: { uids: '', amount: '', reason: '' } }),
  );

  // D42: the dry run comes first. It responds with a page, because it stored nothing to redirect to.
  app.post(
    '/admin/energy',
    { ...asStaff('owner'), schema: { body: PreviewBody } },
    async (request, reply) => {
      const { uids, amount, reason } = request.body as Static<typeof PreviewBody>;
      const values = { uids, amount: amount.trim(), reason: reason.trim() };
      const { problems, input } = readAdjustment(request, values);
      if (!input) return sendEnergy(request, reply, { values, problems });
      const preview = await adjustEnergy(request.ctx, request.member, { ...input, dry_run: true });
      const asRead = { ...values, amount: String(input.amount) };
      return sendEnergy(request, reply, { values: asRead, preview });
    },
  );

  app.get('/admin/energy-logs', asStaff('admin', LogsQuery), async (request, reply) => {
    const { cursor, uid, reason, from, to } = queryOf(LogsQuery, request);
    const ledgerQuery = {
      limit: ROWS,
      ...omitUndefined({ cursor, uid, reason }),
      ...(from ? { from: startOfDay(from).toISOString() } : {}),
      ...(to ? { to: addDays(startOfDay(to), 1).toISOString() } : {}),
    };
    const [admin, page] = await Promise.all([
      adminPageOf(request),
      listLedger(request.ctx, ledgerQuery),
    ]);
    const posts = page.items.flatMap(({ post_id }) => post_id ?? []);
    const titles = await findTitles(request.ctx, request.member, [...new Set(posts)]);
    const filter = { uid, reason, from, to };
    return sendPage(
      reply,
      <EnergyLogs admin={admin} filter={filter} page={page} titles={titles} />,
    );
  });
}

type State = { values: AdjustValues; problems?: AdjustProblem[]; preview?: Adjustment };

async function sendEnergy(
  request: FastifyRequest,
  reply: FastifyReply,
  { values, problems = [], preview }: State,
): Promise<string> {
  const { cursor } = queryOf(CursorQuery, request);
  const [admin, batches] = await Promise.all([
    adminPageOf(request),
    listEnergyBatches(request.ctx, { limit: BATCHES, ...omitUndefined({ cursor }) }),
  ]);
  const page = (
    <EnergyPage
      admin={admin}
      values={values}
      problems={problems}
      preview={preview}
      once={randomToken(KEY_BYTES)}
      batches={batches}
    />
  );
  return sendPage(reply, page, problems.length > 0 ? 400 : 200);
}
