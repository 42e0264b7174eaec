import type { FastifyRequest } from 'fastify';
import { findFollowed } from '../follows/actions.ts';
import { FollowButton } from '../follows/views/follow-button.tsx';
import type { App } from '../platform/http/app-types.ts';
import { type PageView, pageViewOf, queryOf, sendPage } from '../platform/http/page.ts';
import { type Page, PageQuery } from '../platform/http/pagination.ts';
import { Closed } from '../platform/http/validation.ts';
import {
  getTagFacts,
  listTagged,
  listTags,
  type OpenTag,
  openTag,
  type TagFacts,
} from '../posts/actions/read-tags.ts';
import { TAG_ORDERS } from '../posts/rules.ts';
import { type PostSummary, TaggedQuery, type TagOrder } from '../posts/schema.ts';
import { PostList } from '../posts/views/post-list.tsx';
import { versionsOfTag, versionsOfTags } from '../reading/actions/versions.ts';
import { Refusal } from '../refusals.ts';
import { PreviewTags } from '../sharing/views/preview-tags.tsx';
import { breadcrumbs, StructuredData } from '../sharing/views/structured-data.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Layout } from '../ui/layout.tsx';
import { LevelSeal } from '../ui/level-seal.tsx';
import { LoadMore } from '../ui/load-more.tsx';
import { formatCompact } from '../ui/numbers.ts';
import { Tabs } from '../ui/tabs.tsx';
import { tagPath } from './rules.ts';
import { TagHead } from './views/tag-head.tsx';
import { TagsPage } from './views/tags-page.tsx';

const ListQuery = Closed({ cursor: PageQuery.cursor });
const TagQuery = Closed({ cursor: PageQuery.cursor, order: TaggedQuery.properties.order });

/** `/tags` and `/tags/:slug`. */
export function tagPages(app: App): void {
  app.get(
    '/tags',
    { config: { access: 'optional', query: ListQuery, cached: versionsOfTags } },
    async (request, reply) => {
      const { cursor } = queryOf(ListQuery, request);
      const list = await firstPageOr(cursor, (from) => listTags(request.ctx, from));
      const visit = pageViewOf(request);
      const head = (
        <PreviewTags
          visit={visit}
          type="website"
          title={visit.t('tags.title')}
          description={visit.t('tags.lead')}
          path="/tags"
        />
      );
      return sendPage(reply, <TagsPage visit={visit} list={list} head={head} />);
    },
  );

  app.get<{ Params: { slug: string } }>(
    '/tags/:slug',
    { config: { access: 'optional', query: TagQuery, cached: versionsOfTag } },
    async (request, reply) => {
      const { ctx, viewer, params } = request;
      const tag = await openTag(ctx, viewer, params.slug);
      if (tag.moved_to !== null) return reply.redirect(tagPath(tag.moved_to), 308);
      const { cursor, order = 'newest' } = queryOf(TagQuery, request);
      const [list, facts] = await Promise.all([
        firstPageOr(cursor, (from) => listTagged(ctx, tag, { order, ...from })),
        getTagFacts(ctx, tag),
      ]);
      const followed = await followedAuthors(request, facts);
      const visit = pageViewOf(request);
      return sendPage(reply, <TagPage {...{ visit, tag, order, list, facts, followed }} />);
    },
  );
}

/** An invalid cursor, or one of another order, starts the list from the beginning. */
async function firstPageOr<T>(
  cursor: string | undefined,
  read: (from: { cursor?: string }) => Promise<T>,
): Promise<T> {
  if (!cursor) return read({});
  try {
    return await read({ cursor });
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'invalid_input') throw error;
    return read({});
  }
}

async function followedAuthors({ ctx, viewer }: FastifyRequest, { authors }: TagFacts) {
  if (!viewer || authors.length === 0) return new Set<number>();
  const uids = authors.map(({ author }) => author.uid);
  return findFollowed(ctx.readDb, viewer.uid, uids);
}

type TagPageProps = {
  visit: PageView;
  tag: OpenTag;
  order: TagOrder;
  list: Page<PostSummary>;
  facts: TagFacts;
  followed: Set<number>;
};

/** In the head of a tag's page. */
function TagPreview({ visit, tag, path }: { visit: PageView; tag: OpenTag; path: string }) {
  const { origin, t } = visit;
  return (
    <>
      <PreviewTags
        visit={visit}
        type="website"
        title={`#${tag.name}`}
        description={tag.description || t('tags.about', { name: tag.name })}
        path={path}
      />
      <StructuredData
        things={[
          breadcrumbs([
            { name: t('page.site'), url: `${origin}/` },
            { name: t('tags.title'), url: `${origin}/tags` },
            { name: tag.name, url: `${origin}${tagPath(tag.slug)}` },
          ]),
        ]}
      />
    </>
  );
}

function TagPage(props: TagPageProps) {
  const { visit, tag, order, list, facts } = props;
  const { t } = visit;
  const hrefOf = (one: TagOrder) =>
    `${tagPath(tag.slug)}${one === 'newest' ? '' : `?order=${one}`}`;
  const more = `${hrefOf(order)}${order === 'newest' ? '?' : '&'}cursor=`;
  return (
    <Layout
      visit={visit}
      title={`#${tag.name}`}
      description={tag.description || t('tags.about', { name: tag.name })}
      canonical={hrefOf(order)}
      feed={`${tagPath(tag.slug)}/feed.atom`}
      head={<TagPreview visit={visit} tag={tag} path={hrefOf(order)} />}
      scripts={['reading']}
    >
      <TagHead visit={visit} tag={tag} authorCount={facts.author_count} energy={facts.energy} />
      <div class="home">
        <div class="home-feed">
          <div class="home-head">
            <Tabs
              label={t('reading.orders')}
              tabs={TAG_ORDERS.map((one) => ({
                href: hrefOf(one),
                label: t(`reading.${one}`),
                current: one === order,
              }))}
            />
            {order === 'hot' ? <p class="meta">{t('reading.hot_hint')}</p> : null}
          </div>
          {list.items.length === 0 ? (
            <p class="empty">{t(order === 'hot' ? 'reading.empty_hot' : 'tags.no_posts')}</p>
          ) : (
            <div data-pages>
              <PostList visit={visit} posts={list.items} />
              <LoadMore
                href={list.next_cursor ? `${more}${list.next_cursor}` : null}
                more={t('shell.load_more')}
                end={t('shell.end')}
              />
            </div>
          )}
        </div>
        <aside class="home-rail" aria-label={t('tags.rail')}>
          <Authors {...props} />
          <Related {...props} />
        </aside>
      </div>
    </Layout>
  );
}

function Authors({ visit, facts, followed }: TagPageProps) {
  const { t, locale } = visit;
  if (facts.authors.length === 0) return null;
  return (
    <section class="rail-block" aria-labelledby="tag-authors">
      <div class="rail-head">
        <h2 id="tag-authors">{t('tags.top_authors')}</h2>
      </div>
      <ul class="rail-list">
        {facts.authors.map(({ author, post_count, energy }) => (
          <li key={author.uid} class="person-row">
            <Avatar user={author} size={40} />
            <div>
              <a class="person-name" href={`/space/${author.uid}`}>
                <span>{author.name}</span>
                <LevelSeal level={author.level} />
              </a>
              <p class="person-line">
                {t('tags.author_line', {
                  count: post_count,
                  energy: formatCompact(energy, locale),
                })}
              </p>
            </div>
            <FollowButton
              visit={visit}
              uid={author.uid}
              name={author.name}
              status={{ i_follow: followed.has(author.uid), follows_me: false }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Related({ visit, facts }: TagPageProps) {
  if (facts.related.length === 0) return null;
  return (
    <section class="rail-block" aria-labelledby="tag-related">
      <div class="rail-head">
        <h2 id="tag-related">{visit.t('tags.related')}</h2>
      </div>
      <p class="space-chips">
        {facts.related.map(({ slug, name }) => (
          <a key={slug} class="space-chip" href={tagPath(slug)}>
            {name}
          </a>
        ))}
      </p>
    </section>
  );
}
