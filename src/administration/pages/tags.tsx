import type { App } from '../../platform/http/app-types.ts';
import { queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import { listTagsForStaff } from '../../posts/actions/read-tags.ts';
import { Refusal } from '../../refusals.ts';
import { ManagedTagQuery } from '../../tags/schema.ts';
import { Tags } from '../views/tags.tsx';
import { adminPageOf, asStaff, omitUndefined, PositionQuery, ROWS } from './admin-page.ts';

const TagsQuery = Closed({ ...PositionQuery, q: ManagedTagQuery.properties.q });

export function adminTagPages(app: App): void {
  app.get('/admin/tags', asStaff('admin', TagsQuery), async (request, reply) => {
    const { cursor, q } = queryOf(TagsQuery, request);
    const filter = omitUndefined({ q });
    const read = (from: { cursor?: string }) =>
      listTagsForStaff(request.ctx, { limit: ROWS, ...filter, ...from });
    const [admin, page] = await Promise.all([
      adminPageOf(request),
      // A cursor of the other order starts the list from the beginning.
      read(omitUndefined({ cursor })).catch((error) => {
        if (error instanceof Refusal && error.code === 'invalid_input') return read({});
        throw error;
      }),
    ]);
    return sendPage(reply, <Tags admin={admin} q={q} page={page} />);
  });
}
