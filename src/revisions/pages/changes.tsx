import { Type } from 'typebox';
import type { App } from '../../platform/http/app-types.ts';
import { asPage, idOf, pageViewOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import { getPost } from '../../posts/actions/read-posts.ts';
import { COMPARISON_VIEWS } from '../../posts/views/compared-html.ts';
import { versionsOfPosts } from '../../reading/actions/versions.ts';
import { Refusal } from '../../refusals.ts';
import { getPublishedChange, listPublishedChanges } from '../actions/published-changes.ts';
import { CompareQuery } from '../schema.ts';
import { ChangesPage } from '../views/changes-page.tsx';

const ChangesQuery = Closed({
  version: Type.Optional(CompareQuery.properties.to),
  view: Type.Optional(Type.Enum([...COMPARISON_VIEWS])),
});

/** What the updates of a public post changed, if its author shows it. */
export function changesPages(app: App): void {
  app.get(
    '/posts/:id/changes',
    asPage('optional', ChangesQuery, versionsOfPosts),
    async (request, reply) => {
      const { ctx, viewer } = request;
      const id = idOf(request);
      const { version, view = 'inline' } = queryOf(ChangesQuery, request);
      const changes = await listPublishedChanges(ctx, id);
      const open = changes.find((one) => one.version === (version ?? changes[0]?.version));
      if (!open) throw new Refusal('not_found');
      const [post, comparison] = await Promise.all([
        getPost(ctx, viewer, id),
        getPublishedChange(ctx, id, open.version),
      ]);
      return sendPage(
        reply,
        <ChangesPage
          visit={pageViewOf(request)}
          post={post}
          changes={changes}
          open={open}
          comparison={comparison}
          view={view}
        />,
      );
    },
  );
}
