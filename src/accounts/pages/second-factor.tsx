import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../platform/http/app-types.ts';
import { renderRefusalsOf, renderRefusedForms } from '../../platform/http/forms.ts';
import { localPath, pageViewOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import type { Refusal } from '../../refusals.ts';
import { LOG_IN_SECONDS } from '../../second-factors/rules.ts';
import { findSecondFactorWays } from '../actions/second-factor-log-in.ts';
import { prepareForm, putFactorCookie, readFactorCookie } from '../transport.ts';
import { addressOf } from '../views/how-to-join.tsx';
import { addressOfSecondFactor, SecondFactorPage } from '../views/second-factor.tsx';
import { explainRefusal } from './explain-refusal.ts';
import { sendRefusedPage } from './joining.tsx';

const Query = Closed({ next: Type.Optional(Type.String({ maxLength: 2048 })) });
const open: { config: FastifyContextConfig } = {
  config: { access: 'optional', query: Query, admission: 'priority' },
};

/** The second step of a log-in. Its cookie lets the page be reloaded, and be reached from another provider. */
export function secondFactorPages(app: App): void {
  app.get('/login/second-factor', open, async (request, reply) => {
    const { next: target } = queryOf(Query, request);
    const next = localPath(request.server.ctx.config.BASE_URL, target);
    if (request.viewer) return reply.redirect(next, 303);
    const challenge = readFactorCookie(request, 'second_step');
    const page = await renderStep(request, reply, challenge, next);
    return page ?? reply.redirect(addressOf('log_in', next), 303);
  });

  renderRefusalsOf(app, 'second_factor_required', async (request, reply, refusal) => {
    const challenge = String(refusal.members['challenge']);
    putFactorCookie(reply, 'second_step', challenge, LOG_IN_SECONDS);
    const page = await renderStep(request, reply, challenge, request.next, { status: 403 });
    return page ?? sendRefusedPage(request, reply, 'log_in', refusal);
  });

  renderRefusedForms(app, 'finishLogIn', async (request, reply, refusal) => {
    const challenge = request.typed?.['challenge'];
    const page = await renderStep(request, reply, challenge, request.next ?? '/', {
      status: refusal.status,
      refusal,
    });
    return page ?? sendRefusedPage(request, reply, 'log_in', refusal);
  });
}

type Shown = { status: number; refusal?: Refusal };

/** Undefined if the challenge is no longer good for anything. */
async function renderStep(
  request: FastifyRequest,
  reply: FastifyReply,
  challenge: string | undefined,
  next: string,
  { status, refusal }: Shown = { status: 200 },
): Promise<string | undefined> {
  const ways = await findSecondFactorWays(request.ctx, challenge);
  if (!ways || !challenge) return undefined;
  prepareForm(request, reply);
  const visit = { ...pageViewOf(request), here: addressOfSecondFactor(next) };
  const refused = refusal && explainRefusal(visit, reply, refusal, {});
  return sendPage(
    reply,
    <SecondFactorPage
      visit={visit}
      challenge={challenge}
      ways={ways}
      next={next}
      refused={refused}
    />,
    status,
  );
}
