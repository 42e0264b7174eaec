import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../platform/http/app-types.ts';
import { pageViewOf, queryOf, sendPage } from '../platform/http/page.ts';
import { type Page, PageQuery } from '../platform/http/pagination.ts';
import { Closed } from '../platform/http/validation.ts';
import { listPosts } from '../posts/actions/read-posts.ts';
import { ORDERS } from '../posts/rules.ts';
import type { PostSummary } from '../posts/schema.ts';
import type { Order } from '../posts/views/order-tabs.tsx';
import { Refusal } from '../refusals.ts';
import { siteHasOwner } from '../users/actions/find-user.ts';
import { getToday, listTonight, putLeadFirst, suggestPeople, versionsOfHome } from './actions.ts';
import { SUGGESTED } from './rules.ts';
import { HomePage } from './views/home-page.tsx';
import { NoOwner } from './views/no-owner.tsx';

const cursor = PageQuery.cursor;
const HomeQuery = Closed({ cursor });
const ListQuery = Closed({ cursor, order: Type.Optional(Type.Enum([...ORDERS])) });

/** `/` and `/posts`. */
export function homePages(app: App): void {
  app.get(
    '/',
    { config: { access: 'optional', query: HomeQuery, cached: versionsOfHome } },
    async (request, reply) =>
      sendHome(request, reply, { order: 'newest', isFront: true, ...queryOf(HomeQuery, request) }),
  );

  app.get(
    '/posts',
    { config: { access: 'optional', query: ListQuery, cached: versionsOfHome } },
    async (request, reply) =>
      sendHome(request, reply, { order: 'newest', isFront: false, ...queryOf(ListQuery, request) }),
  );
}

type HomeRequest = { order: Order; isFront: boolean; cursor?: string };

async function sendHome(
  request: FastifyRequest,
  reply: FastifyReply,
  { order, isFront, cursor: from }: HomeRequest,
): Promise<string> {
  const { ctx, viewer } = request;
  const visit = pageViewOf(request);
  const isWelcome = isFront && !viewer;
  const suggested = order === 'following' ? SUGGESTED.instead : SUGGESTED.beside;
  const [list, hasOwner, { today, people }, tonight] = await Promise.all([
    order === 'following' && !viewer ? null : readPosts(request, order, from),
    isFront ? siteHasOwner(ctx.readDb) : true,
    viewer
      ? getToday(ctx, viewer, suggested)
      : suggestPeople(ctx, suggested).then((found) => ({ today: null, people: found })),
    isWelcome ? listTonight(ctx) : [],
  ]);
  // The welcome panel shows the brightest post already.
  const hasLead = list && order === 'newest' && !from && !isWelcome;
  const { lead, posts } = hasLead
    ? await putLeadFirst(ctx, list.items)
    : { lead: null, posts: list?.items ?? [] };
  return sendPage(
    reply,
    <HomePage
      visit={visit}
      order={order}
      isFront={isFront}
      list={list && { ...list, items: posts }}
      lead={lead?.id ?? null}
      today={today}
      people={people}
      tonight={tonight}
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
