import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { scopeOf } from '../api-tokens/rules.ts';
import { refusalOfBanned } from '../bans/actions/read-bans.ts';
import type { Viewer } from '../context.ts';
import { checkInOnRequest } from '../levels/actions.ts';
import type { Access, App } from '../platform/http/app-types.ts';
import {
  assertContentType,
  assertCsrfToken,
  assertSameSite,
  isForm,
  isUnsafe,
} from '../platform/http/csrf.ts';
import { setFlash } from '../platform/http/flash.ts';
import { isApi, isPage } from '../platform/http/page.ts';
import { consumeRateLimits } from '../platform/http/rate-limits.ts';
import { Refusal } from '../refusals.ts';
import { assertTermsAccepted } from '../written-pages/actions/accept-terms.ts';
import { refreshSession } from './actions/refresh-session.ts';
import { findTokenViewer } from './actions/validate-api-token.ts';
import { findViewer } from './actions/validate-session.ts';
import { parseToken } from './tokens.ts';
import {
  callerOf,
  clearTokens,
  createPageToken,
  deliverTokens,
  readCredential,
  readSecrets,
  readToken,
} from './transport.ts';

/**
 * Guards every route by the access it declares, in this order: identify the viewer, check access, check
 * CSRF, refuse writes of banned members, apply the rate limits. Anonymous and forged requests are rejected
 * before the limits count them, so they cannot block a shared address.
 */
export function addGuards(app: App): void {
  app.addHook('onRoute', declareScope);
  app.decorateRequest('viewer', null);
  app.decorateRequest('member', {
    getter(this: FastifyRequest): Viewer {
      const { access } = this.route.config;
      const membersOnly = access === 'member' || access === 'admin' || access === 'owner';
      if (!membersOnly || !this.viewer)
        throw new Error(`request.member on a route that is ${access}`);
      return this.viewer;
    },
  });

  app.addHook('onRequest', async (request, reply) => {
    const { access, internal, beacon } = request.route.config;
    // On a 404, still identify the viewer for the header; skip the other guards.
    if (request.is404 && isPage(request)) await identify(request, reply);
    if (!access || internal) return;
    if (isUnsafe(request.method)) {
      request.credential = readCredential(request);
      request.presented = readSecrets(request);
    }
    // Every page shows who is logged in; public API operations do not identify the viewer.
    if (access !== 'public' || isPage(request) || beacon) await identify(request, reply);
    assertScope(request);
    assertAccess(access, request.viewer);
    if (!needsBody(request)) await admit(request, reply);
  });

  app.addHook('preValidation', (request, reply, done) => {
    const { access, internal } = request.route.config;
    if (!access || internal || !needsBody(request)) return done();
    admit(request, reply).then(() => done(), done);
  });
}

async function identify(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = readToken(request, 'access');
  if (token) request.viewer = await findViewer(request.ctx, callerOf(request), token);
  // D70: pages are for people, who log in.
  if (token && isApi(request)) request.viewer ??= await findTokenViewer(request.ctx, token);
  request.viewer ??= await renewForPage(request, reply);
  if (request.viewer && isPage(request)) request.csrfToken = createPageToken(request);
}

/**
 * Without scripts the browser never calls refresh, so a page request refreshes an expired access token itself. The
 * refresh cookie is SameSite=Strict, so no other site can trigger this.
 */
async function renewForPage(request: FastifyRequest, reply: FastifyReply): Promise<Viewer | null> {
  const token = readToken(request, 'refresh');
  if (!token || !isPage(request) || callerOf(request).transport === 'bearer') return null;
  try {
    const opened = await refreshSession(request.ctx, callerOf(request), token);
    deliverTokens(request, reply, opened);
    return await findViewer(request.ctx, callerOf(request), opened.tokens.access_token);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 401) throw error;
    clearTokens(reply);
    return null;
  }
}

/** D70: every operation is in a group whose scope is decided in `api-tokens/rules.ts`; one that is not stops the start. */
function declareScope(route: RouteOptions): void {
  if (!route.url.startsWith('/api/')) return;
  const { tags = [], operationId = '' } = (route.schema ?? {}) as {
    tags?: string[];
    operationId?: string;
  };
  const method = [route.method].flat()[0] ?? '';
  const scope = scopeOf({ method, tag: tags[0] ?? '', operation_id: operationId });
  if (scope === undefined)
    throw new Error(`${method} ${route.url}: no scope is decided for the group ${tags[0]}`);
  if (route.config?.access === 'public') return;
  // Copies: routes share their config objects.
  const of_account = scope === null || scope === 'notifications';
  route.config = { ...route.config, of_account, ...(scope === null ? {} : { scope }) };
}

/** Before the role: whether the member may do it is no concern of a token that cannot. */
function assertScope({ viewer, route }: FastifyRequest): void {
  if (!viewer?.scopes) return;
  const { scope } = route.config;
  if (scope === undefined) throw new Refusal('token_refused');
  if (!viewer.scopes.includes(scope)) throw new Refusal('scope_required', { scope });
}

const ROLES: Partial<Record<Access, readonly string[]>> = {
  admin: ['admin', 'owner'],
  owner: ['owner'],
};

function assertAccess(access: Access, viewer: Viewer | null): void {
  if (access === 'public' || access === 'optional') return;
  if (!viewer) throw new Refusal('unauthenticated');
  const roles = ROLES[access];
  if (roles && viewer.lacks_factor) throw new Refusal('second_factor_needed');
  if (roles && !roles.includes(viewer.role)) throw new Refusal('role_required');
}

async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { beacon, oneClick } = request.route.config;
  if (beacon || (oneClick && isUnsafe(request.method))) return;
  if (isUnsafe(request.method)) {
    assertSameSite(request);
    const { signed = false } = request.route.config;
    if (!signed && callerOf(request).transport === 'cookie')
      assertCsrfToken(request, request.credential);
    // SPEC §3: a banned user can log in and read; /api/auth is public and so outside this guard (D16).
    const isPublic = request.route.config.access === 'public';
    if (!isPublic && request.viewer?.status === 'banned')
      throw await refusalOfBanned(request.ctx, request.viewer.uid);
    if (!isPublic && request.viewer && !request.route.config.of_account)
      await assertTermsAccepted(request.ctx, request.viewer);
    assertContentType(request);
  }
  await consumeRateLimits(request, reply, { refresh: readRefreshedSession(request) });
  const { access, checksIn } = request.route.config;
  // SPEC §5.3, D36: any request of a member checks in, except the check-in operation itself.
  const isMembers = access === 'member' || access === 'admin' || access === 'owner';
  // D70: a program that runs at night is no visit of the member.
  const isVisit = request.viewer && !request.viewer.scopes;
  if ((isMembers || isPage(request)) && isVisit && !checksIn) {
    const exp = await checkInOnRequest(request.ctx, request.viewer as Viewer);
    if (exp) notifyCheckedIn(request, reply);
  }
}

/** Limits count a token refresh per session, which only the token names. */
function readRefreshedSession(request: FastifyRequest): string | undefined {
  if (!request.route.config.limits?.includes('refresh')) return undefined;
  return parseToken(readToken(request, 'refresh'))?.session_id;
}

/** Shown on this page or, after an API call or a form, on the next one. */
function notifyCheckedIn(request: FastifyRequest, reply: FastifyReply): void {
  if (isPage(request) && !isUnsafe(request.method)) request.flash = 'checked_in';
  else if (callerOf(request).transport === 'cookie') setFlash(reply, 'checked_in');
}

/**
 * A form has its CSRF token, and a log-in its transport, in the body. All other requests are checked
 * before the body is read.
 */
function needsBody(request: FastifyRequest): boolean {
  if (!isUnsafe(request.method)) return false;
  return request.route.config.access === 'public' || isForm(request);
}
