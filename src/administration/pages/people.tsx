import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage } from '../../platform/http/page.ts';
import { CursorQuery } from '../../platform/http/pagination.ts';
import { Closed } from '../../platform/http/validation.ts';
import { listProfileChanges } from '../../profiles/actions/change-profile.ts';
import { listUsers } from '../actions/list-users.ts';
import { UserQuery } from '../schema/people.ts';
import { ProfileChanges } from '../views/profile-changes.tsx';
import { UsersPage } from '../views/users.tsx';
import { adminPageOf, asStaff, omitUndefined, PositionQuery, ROWS } from './admin-page.ts';

const { q, role, status } = UserQuery.properties;
const UsersQuery = Closed({ ...PositionQuery, q, role, status });

export function adminPeoplePages(app: App): void {
  app.get('/admin/users', asStaff('admin', UsersQuery), async (request, reply) => {
    const { cursor, q, role, status } = queryOf(UsersQuery, request);
    const filter = { q, role, status };
    const [admin, page] = await Promise.all([
      adminPageOf(request),
      listUsers(request.ctx, { limit: ROWS, ...omitUndefined({ cursor, ...filter }) }),
    ]);
    return sendPage(reply, <UsersPage admin={admin} filter={filter} page={page} />);
  });

  app.get('/admin/profile-changes', asStaff('admin', CursorQuery), async (request, reply) => {
    const { cursor } = queryOf(CursorQuery, request);
    const [admin, page] = await Promise.all([
      adminPageOf(request),
      listProfileChanges(request.ctx, { limit: ROWS, ...omitUndefined({ cursor }) }),
    ]);
    return sendPage(reply, <ProfileChanges admin={admin} page={page} />);
  });
}
