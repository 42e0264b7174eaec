import type { PageView } from '../../platform/http/page.ts';
import { PostCard } from '../../posts/views/post-list.tsx';
import { tagPath } from '../../tags/rules.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { formatCompact, formatNumber } from '../../ui/numbers.ts';
import type { Found, FoundPost, FoundTag } from '../schema.ts';
import { People, type ShownPerson } from './found-people.tsx';
import { type Asked, searchHref } from './search-links.ts';

/** The results of one kind. */
export type Results =
  | ({ type: 'posts' } & Found<FoundPost>)
  | ({ type: 'people' } & Found<ShownPerson>)
  | ({ type: 'tags' } & Found<FoundTag>);

type ResultsProps = { visit: PageView; asked: Asked; results: Results };

/** How many there are, as far as that is known without counting. */
export function FoundCount({ visit, results }: Omit<ResultsProps, 'asked'>) {
  const { type, items, more } = results;
  if (items.length === 0) return null;
  const key = `search.${more ? 'more' : 'found'}_${type}` as const;
  return (
    <p class="meta" role="status">
      {visit.t(key, { count: formatNumber(items.length, visit.locale) })}
    </p>
  );
}

export function DidYouMean({ visit, asked, results }: ResultsProps) {
  const { did_you_mean: correction } = results;
  if (!correction) return null;
  return (
    <p class="search-correction">
      {visit.t('search.did_you_mean')}{' '}
      <a href={searchHref(asked, { q: correction })} rel="nofollow">
        {correction}
      </a>
      {visit.t('search.question')}
    </p>
  );
}

export function ResultList({ visit, asked, results }: ResultsProps) {
  const { t } = visit;
  const { next_cursor, more, type } = results;
  const hasOlder = type === 'posts' && more && !next_cursor && asked.sort !== 'newest';
  return (
    <div data-pages>
      <Items visit={visit} results={results} />
      {hasOlder ? (
        <p class="list-end">
          <a href={searchHref(asked, { sort: 'newest' })} rel="nofollow">
            {t('search.older')}
          </a>
        </p>
      ) : (
        <LoadMore t={t} href={next_cursor ? searchHref(asked, { cursor: next_cursor }) : null} />
      )}
    </div>
  );
}

function Items({ visit, results }: Omit<ResultsProps, 'asked'>) {
  if (results.type === 'people') return <People visit={visit} people={results.items} />;
  if (results.type === 'tags') return <Tags visit={visit} tags={results.items} />;
  return <FoundPosts visit={visit} posts={results.items} />;
}

export function FoundPosts({ visit, posts }: { visit: PageView; posts: FoundPost[] }) {
  return (
    <ol class="post-list" data-list>
      {posts.map(({ marks, ...post }) => (
        <li key={post.id}>
          <PostCard visit={visit} post={post} marks={marks} />
        </li>
      ))}
    </ol>
  );
}

function Tags({ visit, tags }: { visit: PageView; tags: FoundTag[] }) {
  return (
    <ul class="topic-list search-topics" data-list>
      {tags.map((tag) => (
        <li key={tag.slug}>
          <a class="topic" href={tagPath(tag.slug)} data-stop>
            {tag.name}
          </a>
          <TagCount visit={visit} count={tag.posts} />
          {tag.description ? <p class="meta">{tag.description}</p> : null}
        </li>
      ))}
    </ul>
  );
}

export function TagCount({ visit: { t, locale }, count }: { visit: PageView; count: number }) {
  return (
    <span class="meta">
      {t('tags.post_count', { count, number: formatCompact(count, locale) })}
    </span>
  );
}
