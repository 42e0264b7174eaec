import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { listConfirmProviders } from '../../identities/actions/link-identity.ts';
import { ProviderButtons } from '../../identities/views/provider-buttons.tsx';
import type { App } from '../../platform/http/app-types.ts';
import {
  redirectToLogIn,
  renderRefusalsOf,
  renderRefusedForms,
} from '../../platform/http/forms.ts';
import { asPage, localPath, pageViewOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import type { Refusal } from '../../refusals.ts';
import { listConfirmWays } from '../actions/confirm-identity.ts';
import { addressOfConfirm, ConfirmPage } from '../views/confirm.tsx';
import { explainRefusal } from './explain-refusal.ts';

const ConfirmQuery = Closed({
  next: Type.Optional(Type.String({ maxLength: 2048 })),
  sent: Type.Optional(Type.Enum(['1'])),
});
const members = asPage('member', ConfirmQuery);

/** D64: `/confirm`, and every form that was refused because nobody had confirmed it. */
export function confirmPages(app: App): void {
  app.get('/confirm', members, async (request, reply) => {
    const { next, sent } = queryOf(ConfirmQuery, request);
    const target = localPath(request.server.ctx.config.BASE_URL, next);
    return sendConfirmPage(request, reply, { next: target, sent: sent !== undefined });
  });

  // Rendered, not redirected to: a script cannot read where a redirect leads. `data-address` names the page.
  renderRefusalsOf(app, 'confirmation_required', async (request, reply) =>
    sendConfirmPage(request, reply, { next: wayBack(request), status: 403 }),
  );
  renderRefusedForms(app, 'confirmIdentity', async (request, reply, refusal) => {
    if (refusal.code === 'unauthenticated') return redirectToLogIn(reply, request.next);
    return sendConfirmPage(request, reply, {
      next: request.next ?? '/',
      sent: 'code' in (request.typed ?? {}),
      refusal,
      status: refusal.status,
    });
  });
}

type Shown = { next: string; sent?: boolean; refusal?: Refusal; status?: number };

async function sendConfirmPage(request: FastifyRequest, reply: FastifyReply, shown: Shown) {
  const { next, sent = false, refusal, status = 200 } = shown;
  const visit = { ...pageViewOf(request), here: addressOfConfirm(next) };
  const ways = await listConfirmWays(request.ctx, request.member);
  const refused = refusal && explainRefusal(visit, reply, refusal, {});
  const providers = await listConfirmProviders(request.ctx, request.member);
  const others = providers.length > 0 && (
    <ProviderButtons
      visit={visit}
      providers={providers}
      purpose="confirm"
      next={next}
      alone={!Object.values(ways).includes(true)}
    />
  );
  return sendPage(
    reply,
    <ConfirmPage
      visit={visit}
      ways={ways}
      next={next}
      others={others}
      sent={sent}
      refused={refused}
    />,
    status,
  );
}

/** The page with the refused form; without a Referer, where the form leads. */
function wayBack(request: FastifyRequest): string {
  const { BASE_URL } = request.server.ctx.config;
  const { referer } = request.headers;
  if (!referer || !URL.canParse(referer)) return request.next;
  const { origin, pathname, search } = new URL(referer);
  const isOurs = origin === new URL(BASE_URL).origin && pathname !== '/confirm';
  return isOurs ? localPath(BASE_URL, `${pathname}${search}`) : request.next;
}
