import { randomUUID } from 'node:crypto';
import { type App, accessOf, operations } from '../../platform/http/app-types.ts';
import { PageOf } from '../../platform/http/pagination.ts';
import { IdParams, NoBody, NoContent } from '../../platform/http/validation.ts';
import { BULK_MS } from '../../platform/time-budget.ts';
import { claimItem } from '../actions/queue/claim.ts';
import { decideOnItems, listQueue } from '../actions/queue/queue.ts';
import { undoBatch, undoDecision } from '../actions/undo-decision.ts';
import * as schema from '../schema/queue.ts';

const { asAdmin, optionsWith } = operations('administration');
const asBulk = optionsWith({ config: { ...accessOf('admin'), handler_ms: BULK_MS } });

/** D47, D66: one queue for the staff, and undoing what was decided. */
export function adminQueueRoutes(app: App): void {
  app.get(
    '/api/admin/queue',
    asAdmin({
      operationId: 'listQueue',
      summary: 'Everything that waits for the staff, oldest first',
      description:
        'Posts, edits, profile changes, reports (one item per subject), held comments and appeals against bans.',
      querystring: schema.QueueQuery,
      response: { 200: PageOf(schema.QueueItem) },
    }),
    ({ ctx, member, query }) => listQueue(ctx, member, query),
  );

  app.post(
    '/api/admin/queue/decide',
    asBulk({
      operationId: 'decideOnItems',
      summary: 'Decides on one or many items',
      description:
        'Each on its own: an item that another moderator decided first is returned as refused. A single refused item is an error.',
      body: schema.DecideBody,
      response: { 200: schema.Decided },
    }),
    async ({ ctx, member, body }) => {
      const batch = randomUUID();
      const { items, verdict, reason = '' } = body;
      const sent = { approve: verdict === 'approve', reason, batch };
      return { ...(await decideOnItems(ctx, member, items.split(','), sent)), batch };
    },
  );

  app.post(
    '/api/admin/queue/claim',
    asAdmin({
      operationId: 'claimItem',
      summary: 'Shows other moderators that the caller looks at an item',
      description: 'For five minutes. It locks nothing.',
      body: schema.ClaimBody,
      response: NoContent,
    }),
    ({ ctx, member, body }) => claimItem(ctx, member, body),
  );

  app.post(
    '/api/admin/decisions/:id/undo',
    asAdmin({
      operationId: 'undoDecision',
      summary: 'Undoes a decision of the caller’s own, with its effects',
      description:
        'Once, within an hour, and only if nothing has happened to the subject since. `id` is that of the staff log.',
      params: IdParams,
      body: NoBody,
      response: NoContent,
    }),
    ({ ctx, member, params }) => undoDecision(ctx, member, params.id),
  );

  app.post(
    '/api/admin/decisions/batch/:batch/undo',
    asBulk({
      operationId: 'undoBatch',
      summary: 'Undoes decisions that were made together',
      params: schema.BatchParams,
      body: NoBody,
      response: { 200: schema.UndoneBatch },
    }),
    ({ ctx, member, params }) => undoBatch(ctx, member, params.batch),
  );
}
