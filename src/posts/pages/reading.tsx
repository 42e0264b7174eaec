import { DiscussionQuery } from '../../comments/schema.ts';
import type { App } from '../../platform/http/app-types.ts';
import { asPage, idOf, pageViewOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { versionsOfPosts } from '../../reading/actions/versions.ts';
import { loadPost, PostPage } from './reading-post.tsx';

/** `/posts/:id`. */
export function readingPages(app: App): void {
  app.get(
    '/posts/:id',
    asPage('optional', DiscussionQuery, versionsOfPosts),
    async (request, reply) => {
      // D4: anything but an id is not found, also `/posts/new`.
      const id = idOf(request);
      const data = await loadPost(
        request.ctx,
        request.viewer,
        id,
        queryOf(DiscussionQuery, request),
      );
      const url = new URL(`/posts/${id}`, request.ctx.config.BASE_URL).href;
      return sendPage(reply, <PostPage visit={pageViewOf(request)} url={url} {...data} />);
    },
  );

  // SPEC §4: the old address of the editor. Redirects whether or not the post exists.
  app.get('/posts/:id/edit', asPage('public'), async (request, reply) => {
    const id = idOf(request);
    return reply.redirect(`/studio/write?id=${id}`, 301);
  });
}
