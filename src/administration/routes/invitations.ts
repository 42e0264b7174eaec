import {
  listAllInvitations,
  revokeInvitation,
} from '../../invitations/actions/manage-invitations.ts';
import { InvitationPage, InvitationQuery } from '../../invitations/schema.ts';
import { type App, operations } from '../../platform/http/app-types.ts';
import { IdParams, NoContent } from '../../platform/http/validation.ts';

const { asAdmin } = operations('administration');

/** Decision 0059: the staff sees who invited whom. */
export function adminInvitationRoutes(app: App): void {
  app.get(
    '/api/admin/invitations',
    asAdmin({
      operationId: 'listInvitations',
      summary: 'All invitations, newest first, with who made them and who joined',
      querystring: InvitationQuery,
      response: { 200: InvitationPage },
    }),
    ({ ctx, query }) => listAllInvitations(ctx, query),
  );

  app.delete(
    '/api/admin/invitations/:id',
    asAdmin({
      operationId: 'revokeInvitation',
      summary: 'Withdraws an invitation of anybody',
      params: IdParams,
      response: NoContent,
    }),
    ({ ctx, member, params }) => revokeInvitation(ctx, member, params.id),
  );
}
