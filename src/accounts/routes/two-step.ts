import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, operations } from '../../platform/http/app-types.ts';
import { showOnNextPage } from '../../platform/http/shown-once.ts';
import { NoBody, NoContent } from '../../platform/http/validation.ts';
import * as schema from '../../second-factors/schema.ts';
import * as actions from '../actions/change-factors.ts';
import { assertConfirmed } from '../actions/confirm-identity.ts';
import { startTotp } from '../actions/show-factors.ts';

const { asMember, route } = operations('settings');
const asChange = route('member', ['password']);

/** D64: what a log-in with the password asks for besides it. */
export function twoStepRoutes(app: App): void {
  app.put(
    '/api/settings/passkey-step',
    asChange({
      operationId: 'setPasskeyStep',
      summary: 'Whether a log-in with the password also asks for a passkey',
      body: schema.PasskeyStepBody,
      response: { 200: schema.RecoveryCodes },
    }),
    async (request, reply) =>
      showCodes(
        request,
        reply,
        await actions.setPasskeyStep(request.ctx, request.member, request.body.enabled),
      ),
  );

  app.get(
    '/api/settings/totp',
    asMember({
      operationId: 'startTotp',
      summary: 'A new secret for an authenticator app; nothing changes until its first code',
      response: { 200: schema.TotpSetup },
    }),
    async ({ ctx, member }, reply) => {
      await assertConfirmed(ctx, member);
      reply.header('cache-control', 'no-store');
      const { setup, secret, uri } = await startTotp(ctx, member);
      return { setup, secret, uri };
    },
  );

  app.put(
    '/api/settings/totp',
    asChange({
      operationId: 'turnOnTotp',
      summary: 'Turns two-step verification on, with the first code of the app',
      body: schema.TotpBody,
      response: { 200: schema.RecoveryCodes },
    }),
    async (request, reply) =>
      showCodes(
        request,
        reply,
        await actions.turnOnTotp(request.ctx, request.member, request.body),
      ),
  );

  app.delete(
    '/api/settings/totp',
    asChange({
      operationId: 'turnOffTotp',
      summary: 'Turns two-step verification by an app off',
      response: NoContent,
    }),
    ({ ctx, member }) => actions.turnOffTotp(ctx, member),
  );

  app.post(
    '/api/settings/recovery-codes',
    asChange({
      operationId: 'renewRecoveryCodes',
      summary: 'Ten new recovery codes; the old ones end',
      body: NoBody,
      response: { 200: schema.RecoveryCodes },
    }),
    async (request, reply) =>
      showCodes(request, reply, await actions.renewRecoveryCodes(request.ctx, request.member)),
  );

  app.post(
    '/api/settings/trusted-devices/end',
    asChange({
      operationId: 'endTrustedDevices',
      summary: 'Every trusted device asks for the second factor again',
      body: NoBody,
      response: NoContent,
    }),
    ({ ctx, member }) => actions.endTrustedDevices(ctx, member),
  );

  app.delete(
    '/api/settings/password',
    asChange({
      operationId: 'removePassword',
      summary: 'Removes the password of a member who has a passkey',
      response: NoContent,
    }),
    ({ ctx, member }) => actions.removePassword(ctx, member),
  );
}

/** Also for the page that a form leads to. */
function showCodes(request: FastifyRequest, reply: FastifyReply, recovery_codes: string[]) {
  if (recovery_codes.length > 0) showOnNextPage(request, reply, 'codes', recovery_codes.join(' '));
  return { recovery_codes };
}
