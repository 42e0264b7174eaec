import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../platform/http/app-types.ts';
import { asPage, pageViewOf, queryOf, sendPage } from '../platform/http/page.ts';
import { type Page, PageQuery } from '../platform/http/pagination.ts';
import { Closed } from '../platform/http/validation.ts';
import { LANGUAGE_TAGS, type Language } from '../platform/language/languages.ts';
import { listPosts } from '../posts/actions/read-posts.ts';
import { ORDERS } from '../posts/rules.ts';
import type { PostSummary } from '../posts/schema.ts';
import { type Order, orderHref } from '../posts/views/order-tabs.tsx';
import { Refusal } from '../refusals.ts';
import { PreviewTags } from '../sharing/views/preview-tags.tsx';
import { siteHasOwner } from '../users/actions/find-user.ts';
import { getDiscovery } from './actions/people.ts';
import { listTonight, putLeadFirst, versionsOfHome } from './actions/recent.ts';
import { SUGGESTED } from './rules.ts';
import { Announcement } from './views/announcement.tsx';
import { HomePage } from './views/home-page.tsx';
import { NoOwner } from './views/no-owner.tsx';

const cursor = PageQuery.cursor;
const HomeQuery = Closed({ cursor });
const ListQuery = Closed({
  cursor,
  order: Type.Optional(Type.Enum([...ORDERS])),
  lang: Type.Optional(Type.Enum(LANGUAGE_TAGS)),
});

/** `/` and `/posts`. */
export function homePages(app: App): void {
  app.get('/', asPage('optional', HomeQuery, versionsOfHome), async (request, reply) =>
    sendHome(request, reply, { order: 'newest', isFront: true, ...queryOf(HomeQuery, request) }),
  );

  app.get('/posts', asPage('optional', ListQuery, versionsOfHome), async (request, reply) =>
    sendHome(request, reply, { order: 'newest', isFront: false, ...queryOf(ListQuery, request) }),
  );
}

type HomeRequest = { order: Order; isFront: boolean; cursor?: string; lang?: Language };

async function sendHome(
  request: FastifyRequest,
  reply: FastifyReply,
  { order, isFront, cursor: from, ...filter }: HomeRequest,
): Promise<string> {
  const { ctx, viewer } = request;
  const visit = pageViewOf(request);
  const isWelcome = isFront && !viewer;
  const isFollowing = order === 'following';
  // Those who read what they follow read all of its languages.
  const lang = isFollowing ? undefined : filter.lang;
  const [list, hasOwner, discovery, tonight] = await Promise.all([
    isFollowing && !viewer ? null : readPosts(request, { order, ...(lang ? { lang } : {}) }, from),
    isFront ? siteHasOwner(ctx.readDb) : true,
    getDiscovery(ctx, viewer, isFollowing ? SUGGESTED.instead : SUGGESTED.beside),
    isWelcome ? listTonight(ctx, viewer) : [],
  ]);
  // The welcome panel shows the brightest post already.
  const hasLead = list && order === 'newest' && !lang && !from && !isWelcome;
  const { lead, posts } = hasLead
    ? await putLeadFirst(ctx, viewer, list.items)
    : { lead: null, posts: list?.items ?? [] };
  return sendPage(
    reply,
    <HomePage
      visit={visit}
      order={order}
      isFront={isFront}
      list={list && { ...list, items: posts }}
      lead={lead?.id ?? null}
      lang={lang}
      {...discovery}
      tonight={tonight}
      head={
        <PreviewTags
          visit={visit}
          type="website"
          title={visit.t(isFront ? 'page.site' : 'reading.title')}
          description={visit.site.description || visit.t('reading.tagline')}
          path={isFront ? '/' : orderHref(order)}
        />
      }
      banner={hasOwner ? isFront ? <Announcement visit={visit} /> : null : <NoOwner t={visit.t} />}
    />,
  );
}

/** An invalid cursor, or one of another order, starts the list from the beginning. */
async function readPosts(
  { ctx, viewer }: FastifyRequest,
  query: { order: Order; lang?: Language },
  from: string | undefined,
): Promise<Page<PostSummary>> {
  try {
    return await listPosts(ctx, viewer, { ...query, ...(from ? { cursor: from } : {}) });
  } catch (error) {
    if (!from || !(error instanceof Refusal) || error.code !== 'invalid_input') throw error;
    return listPosts(ctx, viewer, query);
  }
}
