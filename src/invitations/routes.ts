import { type App, operations } from '../platform/http/app-types.ts';
import { showOnNextPage } from '../platform/http/shown-once.ts';
import { IdParams, NoContent } from '../platform/http/validation.ts';
import * as actions from './actions/manage-invitations.ts';
import * as schema from './schema.ts';

const { asMember, route } = operations('settings');
const asInviting = route('member', ['invitations']);

/** Decision 0059: links by which others join. */
export function invitationRoutes(app: App): void {
  app.get(
    '/api/settings/invitations',
    asMember({
      operationId: 'listOwnInvitations',
      summary: 'The invitations of the caller, newest first, with who joined through them',
      querystring: schema.InvitationQuery,
      response: { 200: schema.InvitationPage },
    }),
    ({ ctx, member, query }) => actions.listOwnInvitations(ctx, member, query),
  );

  app.post(
    '/api/settings/invitations',
    asInviting({
      operationId: 'createInvitation',
      summary: 'A link by which others join, shown this once',
      description: 'For the staff, and for members from the level that the owner chose.',
      body: schema.NewInvitation,
      response: { 201: schema.MadeInvitation },
    }),
    async (request, reply) => {
      const made = await actions.createInvitation(request.ctx, request.member, request.body);
      showOnNextPage(request, reply, 'invitation', made.link);
      reply.header('cache-control', 'no-store');
      return made;
    },
  );

  app.delete(
    '/api/settings/invitations/:id',
    asMember({
      operationId: 'revokeOwnInvitation',
      summary: 'Withdraws an invitation at once; whoever joined through it stays',
      params: IdParams,
      response: NoContent,
    }),
    ({ ctx, member, params }) => actions.revokeOwnInvitation(ctx, member, params.id),
  );
}
