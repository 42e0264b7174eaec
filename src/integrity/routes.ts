import { type App, operations } from '../platform/http/app-types.ts';
import { NoBody, NoContent } from '../platform/http/validation.ts';
import { getIntegrity, requestRun } from './actions.ts';
import { Integrity } from './schema.ts';

const { asOwner } = operations('administration');

export function integrityRoutes(app: App): void {
  app.get(
    '/api/admin/integrity',
    asOwner({
      operationId: 'getIntegrity',
      summary: 'The result of the last comparison of every stored number with its rows',
      description: 'A worker compares every night; `lamplight verify` compares at once.',
      response: { 200: Integrity },
    }),
    ({ ctx }) => getIntegrity(ctx),
  );

  app.post(
    '/api/admin/integrity/run',
    asOwner({
      operationId: 'requestIntegrityRun',
      summary: 'Queues a comparison',
      description: 'Queued twice before it starts, it runs once.',
      body: NoBody,
      response: NoContent,
    }),
    ({ ctx }) => requestRun(ctx),
  );
}
