import { Type } from 'typebox';
import { type App, operations } from '../../platform/http/app-types.ts';
import { Closed, IdParams, NoContent } from '../../platform/http/validation.ts';
import { translator } from '../../platform/i18n.ts';
import { createCreationOptions } from '../../second-factors/actions/passkeys.ts';
import { CHALLENGE_SECONDS } from '../../second-factors/rules.ts';
import * as schema from '../../second-factors/schema.ts';
import { getUser } from '../../users/actions/find-user.ts';
import * as actions from '../actions/change-factors.ts';
import { assertConfirmed } from '../actions/confirm-identity.ts';
import { getFactors } from '../actions/show-factors.ts';
import { PasskeyText } from '../schema.ts';
import { clearFactorCookie, putFactorCookie, readFactorCookie } from '../transport.ts';

const { asMember, route } = operations('settings');
const asChange = route('member', ['password']);
const AddPasskeyBody = Closed({ name: schema.PasskeyName, passkey: PasskeyText });

/** D64: a member's passkeys and second factors. Every change needs a recent confirmation. */
export function factorRoutes(app: App): void {
  app.get(
    '/api/settings/factors',
    asMember({
      operationId: 'getFactors',
      summary: 'The passkeys and second factors of this account',
      response: { 200: schema.Factors },
    }),
    ({ ctx, member }) => getFactors(ctx, member),
  );

  app.get(
    '/api/settings/passkeys/options',
    asMember({
      operationId: 'getNewPasskeyOptions',
      summary: 'What the browser needs to create a passkey',
      response: { 200: schema.PasskeyOptions },
    }),
    async ({ ctx, member }, reply) => {
      await assertConfirmed(ctx, member);
      const site = translator(ctx.locale, ctx.site.current.name)('page.site');
      const user = await getUser(ctx.db, member.uid);
      const { token, options } = await createCreationOptions(ctx, user, site);
      putFactorCookie(reply, 'passkey', token, CHALLENGE_SECONDS);
      reply.header('cache-control', 'no-store');
      return options;
    },
  );

  app.post(
    '/api/settings/passkeys',
    asChange({
      operationId: 'addPasskey',
      summary: 'Adds a passkey',
      body: AddPasskeyBody,
      response: { 201: Type.Object({ id: Type.Integer() }) },
    }),
    async (request, reply) => {
      const { ctx, member, body } = request;
      const passkey_token = readFactorCookie(request, 'passkey');
      const { id } = await actions.addPasskey(ctx, member, { ...body, passkey_token });
      clearFactorCookie(reply, 'passkey');
      return { id };
    },
  );

  app.put(
    '/api/settings/passkeys/:id',
    asChange({
      operationId: 'renamePasskey',
      summary: 'Names a passkey',
      params: IdParams,
      body: schema.RenameBody,
      response: NoContent,
    }),
    ({ ctx, member, params, body }) => actions.renamePasskey(ctx, member, params.id, body.name),
  );

  app.delete(
    '/api/settings/passkeys/:id',
    asChange({
      operationId: 'removePasskey',
      summary: 'Removes a passkey; the last way to log in stays',
      params: IdParams,
      response: NoContent,
    }),
    ({ ctx, member, params }) => actions.removePasskey(ctx, member, params.id),
  );
}
