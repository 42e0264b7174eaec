import type { FastifyRequest } from 'fastify';
import { findFollowed } from '../../follows/actions.ts';
import type { App } from '../../platform/http/app-types.ts';
import { asPage, pageViewOf, paramOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { Closed } from '../../platform/http/validation.ts';
import {
  getTagFacts,
  listTagged,
  listTags,
  openTag,
  type TagFacts,
} from '../../posts/actions/read-tags.ts';
import { TaggedQuery } from '../../posts/schema.ts';
import { versionsOfTag, versionsOfTags } from '../../reading/actions/versions.ts';
import { Refusal } from '../../refusals.ts';
import { PreviewTags } from '../../sharing/views/preview-tags.tsx';
import { tagPath } from '../rules.ts';
import { TagsPage } from '../views/tags-page.tsx';
import { TagPage } from './tag-page.tsx';

const { cursor, order, lang } = TaggedQuery.properties;
const ListQuery = Closed({ cursor });
const TagQuery = Closed({ cursor, order, lang });

/** `/tags` and `/tags/:slug`. */
export function tagPages(app: App): void {
  app.get('/tags', asPage('optional', ListQuery, versionsOfTags), async (request, reply) => {
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
  });

  app.get('/tags/:slug', asPage('optional', TagQuery, versionsOfTag), async (request, reply) => {
    const { ctx, viewer } = request;
    const tag = await openTag(ctx, viewer, paramOf(request, 'slug'));
    if (tag.moved_to !== null) return reply.redirect(tagPath(tag.moved_to), 308);
    const { cursor, order = 'newest', lang } = queryOf(TagQuery, request);
    const [list, facts] = await Promise.all([
      firstPageOr(cursor, (from) =>
        listTagged(ctx, viewer, tag, { order, ...(lang ? { lang } : {}), ...from }),
      ),
      getTagFacts(ctx, viewer, tag),
    ]);
    const followed = await followedAuthors(request, facts);
    const visit = pageViewOf(request);
    return sendPage(reply, <TagPage {...{ visit, tag, order, lang, list, facts, followed }} />);
  });
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
