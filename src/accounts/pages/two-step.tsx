import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../platform/http/app-types.ts';
import { redirectToLogIn, renderRefusedForms } from '../../platform/http/forms.ts';
import { asPage, pageViewOf, sendPage } from '../../platform/http/page.ts';
import { takeShown } from '../../platform/http/shown-once.ts';
import type { Refusal } from '../../refusals.ts';
import { isConfirmed } from '../actions/confirm-identity.ts';
import { startTotp } from '../actions/show-factors.ts';
import { addressOfConfirm } from '../views/confirm.tsx';
import { RecoveryCodesPage, TwoStepPage } from '../views/two-step.tsx';

const members = asPage('member');

/** Setting up an authenticator app, and the recovery codes after it. */
export function twoStepPages(app: App): void {
  app.get('/settings/two-step', members, async (request, reply) => {
    if (!(await isConfirmed(request.ctx, request.member)))
      return reply.redirect(addressOfConfirm('/settings/two-step'), 303);
    return sendTwoStep(request, reply);
  });

  app.get('/settings/recovery-codes', members, async (request, reply) => {
    const codes = takeShown(request, reply, 'codes')?.split(' ');
    const page = sendPage(reply, <RecoveryCodesPage visit={pageViewOf(request)} codes={codes} />);
    // Not even the browser's own history stores the codes.
    reply.header('cache-control', 'no-store');
    return page;
  });

  renderRefusedForms(app, 'turnOnTotp', async (request, reply, refusal) => {
    if (refusal.code === 'unauthenticated') return redirectToLogIn(reply, '/settings/two-step');
    return sendTwoStep(request, reply, refusal);
  });
}

/** After a wrong code the same secret again: the app has it already. */
async function sendTwoStep(request: FastifyRequest, reply: FastifyReply, refusal?: Refusal) {
  const visit = { ...pageViewOf(request), here: '/settings/two-step' };
  const setup = await startTotp(request.ctx, request.member, request.typed?.['setup']);
  const sentence = refusal && visit.t(`refusals.${refusal.code}`, { ...refusal.members });
  const refused = sentence ? { sentence, fields: [] } : undefined;
  const page = sendPage(
    reply,
    <TwoStepPage visit={visit} setup={setup} refused={refused} />,
    refusal?.status,
  );
  reply.header('cache-control', 'no-store');
  return page;
}
