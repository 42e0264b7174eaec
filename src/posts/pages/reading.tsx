import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DiscussionQuery } from '../../comments/schema.ts';
import type { App } from '../../platform/http/app-types.ts';
import { idFrom, pageViewOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { type Page, PageQuery } from '../../platform/http/pagination.ts';
import { Closed } from '../../platform/http/validation.ts';
import { versionsOfNewest, versionsOfPosts } from '../../reading/actions/versions.ts';
import { Refusal } from '../../refusals.ts';
import { Banner } from '../../ui/banner.tsx';
import { siteHasOwner } from '../../users/actions/find-user.ts';
import { listPosts } from '../actions/read-posts.ts';
import { ORDERS } from '../rules.ts';
import type { PostSummary } from '../schema.ts';
import type { Order } from '../views/order-tabs.tsx';
import { PostIndex } from '../views/post-index.tsx';
import { loadPost, PostPage } from './reading-post.tsx';

const cursor = PageQuery.cursor;
const FrontQuery = Closed({ cursor });
const ListQuery = Closed({ cursor, order: Type.Optional(Type.Enum([...ORDERS])) });
/** `/`, `/posts` and `/posts/:id`. */
export function readingPages(app: App): void {
  app.get(
    '/',
    { config: { access: 'optional', query: FrontQuery, cached: versionsOfNewest } },
    async (request, reply) =>
      sendIndex(request, reply, {
        order: 'newest',
        isFront: true,
        ...queryOf(FrontQuery, request),
      }),
  );

  app.get(
    '/posts',
    { config: { access: 'optional', query: ListQuery, cached: versionsOfNewest } },
    async (request, reply) =>
      sendIndex(request, reply, {
        order: 'newest',
        isFront: false,
        ...queryOf(ListQuery, request),
      }),
  );

  app.get<{ Params: { id: string } }>(
    '/posts/:id',
    { config: { access: 'optional', query: DiscussionQuery, cached: versionsOfPosts } },
    async (request, reply) => {
      // D4: anything but an id is not found, also `/posts/new`.
      const id = idFrom(request.params.id);
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
  app.get<{ Params: { id: string } }>(
    '/posts/:id/edit',
    { config: { access: 'public' } },
    async (request, reply) => {
      const id = idFrom(request.params.id);
      return reply.redirect(`/studio/write?id=${id}`, 301);
    },
  );
}

type IndexRequest = { order: Order; isFront: boolean; cursor?: string };

async function sendIndex(
  request: FastifyRequest,
  reply: FastifyReply,
  { order, isFront, cursor: from }: IndexRequest,
): Promise<string> {
  const visit = pageViewOf(request);
  const [posts, hasOwner] = await Promise.all([
    order === 'following' && !request.viewer ? null : readPosts(request, order, from),
    isFront ? siteHasOwner(request.ctx.readDb) : true,
  ]);
  return sendPage(
    reply,
    <PostIndex
      visit={visit}
      order={order}
      posts={posts}
      isFront={isFront}
      banner={hasOwner ? null : <NoOwner t={visit.t} />}
    />,
  );
}

/** An invalid cursor, or one of another order, starts the list from the beginning. */
async function readPosts(
  { ctx, viewer }: FastifyRequest,
  order: Order,
  from: string | undefined,
): Promise<Page<PostSummary>> {
  try {
    return await listPosts(ctx, viewer, { order, ...(from ? { cursor: from } : {}) });
  } catch (error) {
    if (!from || !(error instanceof Refusal) || error.code !== 'invalid_input') throw error;
    return listPosts(ctx, viewer, { order });
  }
}

/** D17: a new site without an owner links to the setup page. */
function NoOwner({ t }: Pick<ReturnType<typeof pageViewOf>, 't'>) {
  return (
    <Banner tone="info" title={t('home.no_owner')}>
      <p>{t('home.no_owner_hint')}</p>
      <p class="actions">
        <a class="button button-primary" href="/setup">
          {t('home.set_up')}
        </a>
      </p>
    </Banner>
  );
}
