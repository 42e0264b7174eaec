import type { FastifyRequest } from 'fastify';
import { appealBan } from '../../bans/actions/appeal.ts';
import { findBan } from '../../bans/actions/read-bans.ts';
import { AppealBody, Ban } from '../../bans/schema.ts';
import type { Viewer } from '../../context.ts';
import { type App, operations } from '../../platform/http/app-types.ts';
import { NoContent } from '../../platform/http/validation.ts';
import { Refusal } from '../../refusals.ts';
import { findViewer } from '../actions/validate-session.ts';
import { callerOf, readToken } from '../transport.ts';

const { asMember, route } = operations('auth');

/**
 * D68: the guard that refuses writes of banned members has no exceptions, so an appeal is an operation of the auth group,
 * which is outside it (D16).
 */
export function appealRoutes(app: App): void {
  app.get(
    '/api/auth/ban',
    asMember({
      operationId: 'getOwnBan',
      summary: "The caller's ban: why, until when, and what became of the appeal",
      description: 'The last one, if none stands.',
      response: { 200: Ban },
    }),
    async ({ ctx, member }) => {
      const ban = await findBan(ctx, member.uid);
      if (!ban) throw new Refusal('not_found');
      return ban;
    },
  );

  app.post(
    '/api/auth/appeal',
    route('public', ['reports'])({
      operationId: 'appealBan',
      summary: 'Appeals against the ban of the caller',
      description: 'Once per ban. The staff replies; the caller reads it in `GET /api/auth/ban`.',
      body: AppealBody,
      response: NoContent,
    }),
    async (request) => {
      await appealBan(request.ctx, await identify(request), request.body.body);
    },
  );
}

/** The guards identify nobody on a public operation. */
async function identify(request: FastifyRequest): Promise<Viewer> {
  const token = readToken(request, 'access');
  const viewer = request.viewer ?? (await findViewer(request.ctx, callerOf(request), token));
  if (!viewer) throw new Refusal('unauthenticated');
  return viewer;
}
