import { PenLine } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { tagPath } from '../../tags/rules.ts';
import { HungLamp } from '../../ui/hung-lamp.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { FoundPost, FoundTag } from '../schema.ts';
import { type Asked, isFiltered, searchHref, withoutFilters } from './search-links.ts';
import { FoundPosts } from './search-results.tsx';

/** What else there is, if a query finds nothing. */
export type Nearby = {
  /** Parts of the query that find something by themselves. */
  parts: string[];
  posts: FoundPost[];
  tags: FoundTag[];
  /** If there is none of that: what people write about here. */
  popular: Pick<FoundTag, 'slug' | 'name'>[];
};

type NoResultsProps = { visit: PageView; asked: Asked; nearby: Nearby };

/** Nothing was found, and what to do about it: fewer filters, the parts, a topic, or to write it. */
export function NoResults({ visit, asked, nearby }: NoResultsProps) {
  const { t } = visit;
  const { parts, posts } = nearby;
  const filtered = isFiltered(asked);
  const kind = filtered ? 'filtered' : (asked.type ?? 'posts');
  const hint = parts.length > 0 && !filtered ? t('search.parts_hint') : hintOf(visit, kind);
  return (
    <>
      <section class="empty search-nothing">
        <HungLamp />
        <h2 class="empty-title">{t(`search.nothing_${kind}`, { query: asked.q })}</h2>
        <p>{hint}</p>
        <Ways visit={visit} asked={asked} nearby={nearby} />
        <p class="actions">
          {filtered ? (
            <a class="button button-primary" href={searchHref(withoutFilters(asked))}>
              {t('search.remove_all')}
            </a>
          ) : null}
          {kind === 'posts' ? (
            <a class="button button-primary" href="/studio/write">
              <Icon of={PenLine} size={16} />
              {t('search.write')}
            </a>
          ) : null}
        </p>
      </section>
      {posts.length > 0 ? (
        <section>
          <h2 class="search-nearby">{t('search.nearby')}</h2>
          <FoundPosts visit={visit} posts={posts} />
        </section>
      ) : null}
    </>
  );
}

type Kind = 'filtered' | NonNullable<Asked['type']>;

function hintOf({ t }: PageView, kind: Kind): string {
  return kind === 'posts' ? t('search.nothing_hint') : t(`search.nothing_${kind}_hint`);
}

function Ways({ visit, asked, nearby: { parts, tags, popular } }: NoResultsProps) {
  if (parts.length + tags.length === 0) return <Popular visit={visit} tags={popular} />;
  return (
    <p class="space-chips">
      {parts.map((part) => (
        <a key={part} class="space-chip" href={searchHref(asked, { q: part })} rel="nofollow">
          {part}
        </a>
      ))}
      <TagChips tags={tags} />
    </p>
  );
}

function Popular({ visit, tags }: { visit: PageView; tags: Nearby['popular'] }) {
  if (tags.length === 0) return null;
  return (
    <>
      <h3 class="search-nearby">{visit.t('search.popular')}</h3>
      <p class="space-chips">
        <TagChips tags={tags} />
      </p>
    </>
  );
}

export function TagChips({ tags }: { tags: Nearby['popular'] }) {
  return (
    <>
      {tags.map(({ slug, name }) => (
        <a key={slug} class="space-chip topic" href={tagPath(slug)}>
          {name}
        </a>
      ))}
    </>
  );
}
