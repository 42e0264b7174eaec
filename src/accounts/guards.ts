import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../context.ts';
import { checkInAlong } from '../levels/actions.ts';
import type { Access, App } from '../platform/http/app-types.ts';
import {
  assertContentType,
  assertCsrfToken,
  assertSameSite,
  isForm,
  isUnsafe,
} from '../platform/http/csrf.ts';
import { countLimits } from '../platform/http/limit-headers.ts';
import { Refusal } from '../refusals.ts';
import { findViewer } from './actions/validate-session.ts';
import { callerOf, presentedCredential, presentedSecrets, presentedToken } from './transport.ts';

/**
 * The guards of every route, from the group it declares, in this order: who is it, may they come in,
 * did this site send the request, may they write, are they within the limits. Strangers and forged
 * requests are turned away before the limits count, so they cannot block an address others share.
 */
export function addGuards(app: App): void {
  app.decorateRequest('viewer', null);
  app.decorateRequest('member', {
    getter(this: FastifyRequest): Viewer {
      const { access } = this.routeOptions.config;
      const membersOnly = access === 'member' || access === 'admin' || access === 'owner';
      if (!membersOnly || !this.viewer)
        throw new Error(`request.member on a route that is ${access}`);
      return this.viewer;
    },
  });

  app.addHook('onRequest', async (request, reply) => {
    const { access, internal } = request.routeOptions.config;
    if (!access || internal) return;
    request.credential = presentedCredential(request);
    request.presented = presentedSecrets(request);
    if (access !== 'public') {
      request.viewer = await findViewer(
        request.ctx,
        callerOf(request),
        presentedToken(request, 'access'),
      );
    }
    assertAccess(access, request.viewer);
    if (!needsBody(request)) await admit(request, reply);
  });

  app.addHook('preValidation', async (request, reply) => {
    const { access, internal } = request.routeOptions.config;
    if (!access || internal) return;
    if (needsBody(request)) await admit(request, reply);
  });
}

const ROLES: Partial<Record<Access, readonly string[]>> = {
  admin: ['admin', 'owner'],
  owner: ['owner'],
};

function assertAccess(access: Access, viewer: Viewer | null): void {
  if (access === 'public' || access === 'optional') return;
  if (!viewer) throw new Refusal('unauthenticated');
  const roles = ROLES[access];
  if (roles && !roles.includes(viewer.role)) throw new Refusal('role_required');
}

async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (isUnsafe(request.method)) {
    assertSameSite(request);
    if (callerOf(request).transport === 'cookie') assertCsrfToken(request, request.credential);
    // SPEC §3: a banned user can log in and read; /api/auth is public and so outside this guard (D16).
    if (request.viewer?.status === 'banned') throw new Refusal('banned');
    assertContentType(request);
  }
  await countLimits(request, reply);
  const { access, checksIn } = request.routeOptions.config;
  // SPEC §5.3, D36: along with any request of a member but the one that does it by itself.
  const isMembers = access === 'member' || access === 'admin' || access === 'owner';
  if (isMembers && request.viewer && !checksIn) await checkInAlong(request.ctx, request.viewer);
}

/**
 * A form carries its CSRF token, and a log-in its transport, in the body. Everything else is judged
 * before the body is even read.
 */
function needsBody(request: FastifyRequest): boolean {
  if (!isUnsafe(request.method)) return false;
  return request.routeOptions.config.access === 'public' || isForm(request);
}
