import { type App, operations } from '../../platform/http/app-types.ts';
import { createRequestOptions } from '../../second-factors/actions/passkeys.ts';
import { CHALLENGE_SECONDS, TRUST_SECONDS } from '../../second-factors/rules.ts';
import { PasskeyOptions } from '../../second-factors/schema.ts';
import { logInByPasskey } from '../actions/passkey-log-in.ts';
import { finishLogIn } from '../actions/second-factor-log-in.ts';
import * as schema from '../schema.ts';
import {
  callerOf,
  clearFactorCookie,
  deliverLogin,
  putFactorCookie,
  readFactorCookie,
} from '../transport.ts';

const { asAuth } = operations('auth');

/** D64: logging in by passkey, and the second step after a password. */
export function secondFactorRoutes(app: App): void {
  app.get(
    '/api/auth/passkey/options',
    asAuth({
      operationId: 'getPasskeyOptions',
      summary: 'What the browser needs to ask for a passkey',
      description:
        'Also sets a cookie that binds the challenge to this browser. It works once, within five minutes.',
      response: { 200: PasskeyOptions },
    }),
    async (request, reply) => {
      const { token, options } = createRequestOptions(request.ctx);
      putFactorCookie(reply, 'passkey', token, CHALLENGE_SECONDS);
      reply.header('cache-control', 'no-store');
      return options;
    },
  );

  app.post(
    '/api/auth/passkey',
    asAuth({
      operationId: 'logInByPasskey',
      summary: 'Opens a session by a passkey, without a password',
      body: schema.PasskeyLogInBody,
      response: { 200: schema.OpenedSession },
    }),
    async (request, reply) => {
      const passkey_token = readFactorCookie(request, 'passkey');
      const { passkey } = request.body;
      const opened = await logInByPasskey(request.ctx, callerOf(request), {
        passkey,
        passkey_token,
      });
      clearFactorCookie(reply, 'passkey');
      return deliverLogin(request, reply, opened);
    },
  );

  app.post(
    '/api/auth/second-factor',
    asAuth({
      operationId: 'finishLogIn',
      summary: 'Opens the session after the second factor',
      description:
        'With the challenge of `second_factor_required` and one of: a code of the authenticator app, a recovery code, a passkey.',
      body: schema.SecondFactorBody,
      response: { 200: schema.OpenedSession },
    }),
    async (request, reply) => {
      const passkey_token = readFactorCookie(request, 'passkey');
      const { trust_token, ...opened } = await finishLogIn(request.ctx, callerOf(request), {
        ...request.body,
        passkey_token,
      });
      clearFactorCookie(reply, 'second_step');
      const delivered = deliverLogin(request, reply, opened);
      if (!trust_token) return delivered;
      if (opened.tokens.session.transport === 'bearer') return { ...delivered, trust_token };
      putFactorCookie(reply, 'trust', trust_token, TRUST_SECONDS);
      return delivered;
    },
  );
}
