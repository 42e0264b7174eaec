import { Type } from 'typebox';
import { type App, route } from '../platform/http/app-types.ts';
import { NoBody } from '../platform/http/validation.ts';
import { getIntegrity, requestRun } from './actions.ts';
import { Integrity } from './schema.ts';

const tags = ['administration'];
const asOwner = route('owner');

export function integrityRoutes(app: App): void {
  app.get(
    '/api/admin/integrity',
    {
      ...asOwner,
      schema: {
        operationId: 'getIntegrity',
        summary: 'What the last comparison of every stored number with its rows found',
        description: 'A worker compares every night; `lamplight verify` does at once.',
        tags,
        response: { 200: Integrity },
      },
    },
    ({ ctx }) => getIntegrity(ctx),
  );

  app.post(
    '/api/admin/integrity/run',
    {
      ...asOwner,
      schema: {
        operationId: 'requestIntegrityRun',
        summary: 'Asks a worker to compare now',
        description: 'Asked twice before it has begun, it is done once.',
        tags,
        body: NoBody,
        response: { 204: Type.Null() },
      },
    },
    async ({ ctx }, reply) => {
      await requestRun(ctx);
      reply.code(204);
      return null;
    },
  );
}
