import { completeSignIn } from '../../identities/actions/complete-sign-in.ts';
import {
  connectPending,
  listConnectedAccounts,
  unlinkIdentity,
} from '../../identities/actions/link-identity.ts';
import { CompleteBody, ConnectedAccounts } from '../../identities/schema.ts';
import { clearInvitation } from '../../invitations/link-cookie.ts';
import { type App, operations } from '../../platform/http/app-types.ts';
import { IdParams, NoBody, NoContent } from '../../platform/http/validation.ts';
import { ABSOLUTE_SECONDS } from '../rules.ts';
import { OpenedSession } from '../schema.ts';
import { clearBrowser, readBrowser, setVia } from '../sign-in-cookies.ts';
import { callerOf, deliverLogin } from '../transport.ts';

const { asMember, route } = operations('auth');
const settings = operations('settings');

/** D65: what somebody does who came back from a provider with an identity that nobody here has. */
export function providerRoutes(app: App): void {
  connectionRoutes(app);
  app.post(
    '/api/auth/complete',
    route('public', ['register'])({
      operationId: 'completeSignIn',
      summary: 'Creates an account for somebody who signed in through a provider',
      description: 'In the browser that came back from the provider, within half an hour.',
      body: CompleteBody,
      response: { 201: OpenedSession },
    }),
    async (request, reply) => {
      const { ctx, body } = request;
      const opened = await completeSignIn(ctx, callerOf(request), readBrowser(request), body);
      clearBrowser(reply);
      clearInvitation(reply);
      setVia(reply, opened.provider, opened.tokens.session, ABSOLUTE_SECONDS);
      return deliverLogin(request, reply, opened);
    },
  );

  app.post(
    '/api/auth/connect',
    asMember({
      operationId: 'connectIdentity',
      summary: 'Connects the account that the caller just signed in with at a provider',
      description: 'In the browser that came back from the provider, within half an hour.',
      body: NoBody,
      response: NoContent,
    }),
    async (request, reply) => {
      await connectPending(request.ctx, request.member, readBrowser(request));
      clearBrowser(reply);
    },
  );
}

function connectionRoutes(app: App): void {
  app.get(
    '/api/settings/identities',
    settings.asMember({
      operationId: 'listIdentities',
      summary: 'The accounts at other providers that open this account',
      response: { 200: ConnectedAccounts },
    }),
    async ({ ctx, member }) => ({ items: await listConnectedAccounts(ctx, member) }),
  );

  app.delete(
    '/api/settings/identities/:id',
    settings.asMember({
      operationId: 'removeIdentity',
      summary: 'Disconnects an account at another provider',
      description: 'Refused with `last_factor` if nothing else opens the account.',
      params: IdParams,
      response: NoContent,
    }),
    (request) => unlinkIdentity(request.ctx, request.member, request.params.id),
  );
}
