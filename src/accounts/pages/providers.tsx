import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type StartPurpose, startAttempt } from '../../identities/actions/attempts.ts';
import { assertConnectable } from '../../identities/actions/link-identity.ts';
import { finishSignIn, type SignedIn } from '../../identities/actions/sign-in.ts';
import { providersOf } from '../../identities/providers/all.ts';
import { type Provider, ProviderFailed } from '../../identities/providers/provider.ts';
import { ATTEMPT_SECONDS, COMPLETE_SECONDS } from '../../identities/rules.ts';
import { LeavingPage, type Problem, ProblemPage } from '../../identities/views/sign-in-pages.tsx';
import type { App } from '../../platform/http/app-types.ts';
import { setFlash } from '../../platform/http/flash.ts';
import { localPath, pageViewOf, paramOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import { Refusal } from '../../refusals.ts';
import { LOG_IN_SECONDS } from '../../second-factors/rules.ts';
import { assertConfirmed } from '../actions/confirm-identity.ts';
import { ABSOLUTE_SECONDS } from '../rules.ts';
import { clearBrowser, readBrowser, setBrowser, setVia } from '../sign-in-cookies.ts';
import { callerOf, deliverLogin, putFactorCookie, readFactorCookie } from '../transport.ts';
import { addressOfConfirm } from '../views/confirm.tsx';
import { addressOfSecondFactor } from '../views/second-factor.tsx';
import { addressOfTab } from '../views/settings-page.tsx';
import { completingPages } from './completing.tsx';
import { sendRestore } from './send-restore.tsx';

/** Up to three requests to the provider, each with a time-out of its own. */
const PROVIDER_MS = 15_000;
const NEXT_MAX = 2048;

const ProviderParams = Closed({ provider: Type.String({ maxLength: 32 }) });
const StartBody = Closed({
  csrf_token: Type.Optional(Type.String()),
  next: Type.Optional(Type.String({ maxLength: NEXT_MAX })),
  purpose: Type.Optional(Type.Enum(['log_in', 'link', 'confirm'])),
});
/** The rest is for the provider's library, which reads the whole address. */
const CallbackQuery = Closed({
  code: Type.Optional(Type.String()),
  state: Type.Optional(Type.String()),
  iss: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
});

/** D65: to a provider and back. */
export function providerPages(app: App): void {
  completingPages(app);
  // A form, so that another site cannot start a sign-in in somebody's browser.
  app.post(
    '/auth/:provider/start',
    {
      config: {
        access: 'optional',
        limits: ['sign_in'],
        admission: 'priority',
        handler_ms: PROVIDER_MS,
      },
      schema: { params: ProviderParams, body: StartBody },
    },
    async (request, reply) => {
      const provider = findProvider(request, request.params.provider);
      const { purpose = 'log_in', next } = request.body;
      const target = localPath(request.server.ctx.config.BASE_URL, next);
      return start(request, reply, provider, purpose, target);
    },
  );

  app.get(
    '/auth/:provider/callback',
    {
      config: {
        access: 'optional',
        query: CallbackQuery,
        admission: 'priority',
        handler_ms: PROVIDER_MS,
      },
    },
    async (request, reply) => {
      const provider = findProvider(request, paramOf(request, 'provider'));
      return finish(request, reply, provider);
    },
  );
}

function findProvider(request: FastifyRequest, id: string): Provider {
  const provider = providersOf(request.server.ctx.config).get(id);
  if (!provider) throw new Refusal('not_found');
  return provider;
}

async function start(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  purpose: StartPurpose,
  next: string,
): Promise<unknown> {
  const { ctx, viewer } = request;
  try {
    if (purpose !== 'log_in') {
      if (!viewer) throw new Refusal('unauthenticated');
      if (purpose === 'link') await assertConfirmed(ctx, viewer);
      await assertConnectable(ctx, viewer, provider, purpose);
    }
    const starter = purpose === 'log_in' ? null : viewer;
    const { url, browser } = await startAttempt(ctx, provider, { purpose, starter, next });
    setBrowser(reply, browser, ATTEMPT_SECONDS);
    reply.header('referrer-policy', 'no-referrer');
    const visit = { ...pageViewOf(request), here: next };
    // Not a redirect: the policy of pages forbids forms that lead to another site.
    return sendPage(reply, <LeavingPage visit={visit} name={provider.name} url={url.href} />);
  } catch (error) {
    if (error instanceof Refusal && error.code === 'confirmation_required')
      return reply.redirect(addressOfConfirm(next), 303);
    return sendProblem(request, reply, provider, error);
  }
}

async function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
): Promise<unknown> {
  const { ctx, viewer } = request;
  // The address has a code and a state.
  reply.header('referrer-policy', 'no-referrer');
  const { search } = new URL(request.url, ctx.config.BASE_URL);
  const url = new URL(`${ctx.config.BASE_URL}/auth/${provider.id}/callback${search}`);
  try {
    const done = await finishSignIn(ctx, callerOf(request), provider, {
      url,
      browser: readBrowser(request),
      viewer,
      trust_token: readFactorCookie(request, 'trust'),
    });
    return redirectAfter(request, reply, provider, done);
  } catch (error) {
    return sendProblem(request, reply, provider, error);
  }
}

function redirectAfter(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  done: SignedIn,
): FastifyReply {
  if (done.kind === 'pending') {
    setBrowser(reply, done.browser, COMPLETE_SECONDS);
    return reply.redirect('/auth/complete', 303);
  }
  clearBrowser(reply);
  if (done.kind === 'second_factor') {
    putFactorCookie(reply, 'second_step', done.challenge, LOG_IN_SECONDS);
    return reply.redirect(addressOfSecondFactor(done.next), 303);
  }
  if (done.kind === 'opened') {
    deliverLogin(request, reply, done);
    setVia(reply, provider.id, done.tokens.session, ABSOLUTE_SECONDS);
  }
  if (done.kind === 'linked') setFlash(reply, 'connectIdentity');
  // Checked again: what was stored is never trusted more than what is sent.
  return reply.redirect(localPath(request.server.ctx.config.BASE_URL, done.next), 303);
}

/** Every refusal here is a page that helps on; the log has the reason, without codes and tokens. */
async function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: Provider,
  error: unknown,
): Promise<unknown> {
  const problem = toProblem(error);
  if (!problem) throw error;
  const { reason, status } = problem;
  const failed = error instanceof ProviderFailed ? describe(error) : undefined;
  const why = { event: 'sign_in_refused', provider: provider.id, reason, failed };
  request.log.warn(why, 'sign-in through a provider refused');
  const here = request.viewer ? addressOfTab('security') : '/login';
  const visit = { ...pageViewOf(request), here };
  if (error instanceof Refusal && error.code === 'restore_required') {
    clearBrowser(reply);
    return sendRestore(request, reply, error, '/');
  }
  return sendPage(
    reply,
    <ProblemPage visit={visit} name={provider.name} reason={reason} />,
    status,
  );
}

function describe(error: Error): string {
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}

const REFUSED: Partial<Record<Refusal['code'], Problem>> = {
  sign_in_expired: 'expired',
  login_required: 'expired',
  unauthenticated: 'expired',
  identity_taken: 'taken',
  provider_connected: 'connected',
  too_many: 'too_many',
  restore_required: 'expired',
};
const STATUS = { unavailable: 503, denied: 403, invalid: 403 } as const;

function toProblem(error: unknown): { reason: Problem; status: number } | undefined {
  if (error instanceof ProviderFailed)
    return { reason: error.reason, status: STATUS[error.reason] };
  const reason = error instanceof Refusal ? REFUSED[error.code] : undefined;
  return reason && { reason, status: (error as Refusal).status };
}
