import { listAllInvitations } from '../../invitations/actions/manage-invitations.ts';
import { InvitationList } from '../../invitations/views/invitation-list.tsx';
import { INVITATIONS_PATH } from '../../invitations/views/invitations-page.tsx';
import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage } from '../../platform/http/page.ts';
import { CursorQuery } from '../../platform/http/pagination.ts';
import { AdminLayout } from '../views/admin-layout.tsx';
import { adminPageOf, asStaff, omitUndefined } from './admin-page.ts';

const PATH = '/admin/invitations';

/** Decision 0059: all invitations, for the staff. */
export function adminInvitationPages(app: App): void {
  app.get(PATH, asStaff('admin', CursorQuery), async (request, reply) => {
    const { cursor } = queryOf(CursorQuery, request);
    const [admin, page] = await Promise.all([
      adminPageOf(request),
      listAllInvitations(request.ctx, omitUndefined({ cursor })),
    ]);
    const { visit } = admin;
    const { t } = visit;
    return sendPage(
      reply,
      <AdminLayout
        admin={admin}
        current="invitations"
        title={t('invitations.admin_title')}
        lead={t('invitations.admin_lead')}
        tools={
          <a class="button button-primary" href={INVITATIONS_PATH}>
            {t('invitations.admin_make')}
          </a>
        }
      >
        <InvitationList visit={visit} path={PATH} page={page} everybody />
      </AdminLayout>,
    );
  });
}
