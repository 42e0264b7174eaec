import type { FastifyReply, FastifyRequest } from 'fastify';
import { NAME_MAX } from '../../api-tokens/rules.ts';
import type { App } from '../../platform/http/app-types.ts';
import { redirectToLogIn, renderRefusedForms } from '../../platform/http/forms.ts';
import { asPage, pageViewOf, sendPage } from '../../platform/http/page.ts';
import { takeShown } from '../../platform/http/shown-once.ts';
import { Refusal } from '../../refusals.ts';
import { listApiTokens } from '../actions/change-api-tokens.ts';
import { isConfirmed } from '../actions/confirm-identity.ts';
import { ApiTokensPage } from '../views/api-tokens.tsx';
import { explainRefusal } from './explain-refusal.ts';

const PATH = '/settings/api-tokens';
const members = asPage('member');

/** `/settings/api-tokens`: the list, a form for a new one, and once the token that was made. */
export function apiTokenPages(app: App): void {
  app.get(PATH, members, async (request, reply) => sendTokens(request, reply));

  renderRefusedForms(app, 'createApiToken', async (request, reply, refusal) => {
    if (refusal.code === 'unauthenticated') return redirectToLogIn(reply, PATH);
    return sendTokens(request, reply, refusal);
  });
}

async function sendTokens(request: FastifyRequest, reply: FastifyReply, refusal?: Refusal) {
  const { ctx, member } = request;
  const visit = { ...pageViewOf(request), here: PATH };
  const token = takeShown(request, reply, 'token');
  const { items } = await listApiTokens(ctx, member);
  const texts = {
    name: visit.t('api_tokens.name_fault', { max: NAME_MAX }),
    scopes: visit.t('api_tokens.scopes_fault'),
  };
  const page = sendPage(
    reply,
    <ApiTokensPage
      visit={visit}
      tokens={items}
      made={token}
      role={member.role}
      banned={member.status === 'banned'}
      confirmed={await isConfirmed(ctx, member)}
      typed={refusal ? request.typed : undefined}
      refused={refusal && explainRefusal(visit, reply, named(refusal, request.typed), texts)}
    />,
    refusal?.status,
  );
  if (token) reply.header('cache-control', 'no-store');
  return page;
}

/** A form without a chosen box does not send the field at all, so the schema cannot name it. */
function named(refusal: Refusal, typed: Record<string, string> = {}): Refusal {
  if (refusal.code !== 'invalid_input' || typed['scopes'] !== undefined) return refusal;
  const fields = [...refusal.fields, { pointer: '/scopes', detail: '' }];
  return new Refusal(refusal.code, refusal.members, { fields });
}
