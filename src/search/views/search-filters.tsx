import { ChevronDown, X } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { LANGUAGES } from '../../platform/language/languages.ts';
import type { PostSummary } from '../../posts/schema.ts';
import type { Tag } from '../../tags/schema.ts';
import { Icon } from '../../ui/icons.tsx';
import { Popover } from '../../ui/popover.tsx';
import { SEARCH_ORDERS, SEARCH_PERIODS } from '../rules.ts';
import { type Asked, searchHref } from './search-links.ts';

type FiltersProps = { visit: PageView; asked: Asked; posts: PostSummary[] };

/** Each choice is a link, so that filters need no script. */
export function SearchFilters({ visit, asked, posts }: FiltersProps) {
  const { t } = visit;
  const tags = asked.tag ? [] : tagsOf(posts);
  return (
    <nav class="search-filters" aria-label={t('search.filters')}>
      <Menu
        id="sort"
        label={t('search.sort')}
        choices={SEARCH_ORDERS.map((sort) => ({
          label: t(`search.sort_${sort}`),
          href: searchHref(asked, { sort }),
          isCurrent: (asked.sort ?? 'relevance') === sort,
        }))}
      />
      <Menu
        id="since"
        label={t('search.since')}
        choices={[undefined, ...SEARCH_PERIODS].map((since) => ({
          label: t(`search.since_${since ?? 'any'}`),
          href: searchHref(asked, { since }),
          isCurrent: asked.since === since,
        }))}
      />
      <Menu
        id="language"
        label={t('search.lang')}
        choices={[
          {
            label: t('search.lang_any'),
            href: searchHref(asked, { lang: undefined }),
            isCurrent: !asked.lang,
          },
          ...Object.entries(LANGUAGES).map(([lang, name]) => ({
            label: name,
            lang,
            href: searchHref(asked, { lang: lang as keyof typeof LANGUAGES }),
            isCurrent: asked.lang === lang,
          })),
        ]}
      />
      {tags.length > 0 ? (
        <Menu
          id="topic"
          label={t('search.tag')}
          choices={[
            { label: t('search.tag_any'), href: searchHref(asked), isCurrent: true },
            ...tags.map(({ slug, name }) => ({
              label: name,
              href: searchHref(asked, { tag: slug }),
              isCurrent: false,
            })),
          ]}
        />
      ) : null}
      <Chips visit={visit} asked={asked} posts={posts} />
    </nav>
  );
}

type Choice = { label: string; href: string; isCurrent: boolean; lang?: string };

function Menu({ id, label, choices }: { id: string; label: string; choices: Choice[] }) {
  const current = choices.find(({ isCurrent }) => isCurrent);
  return (
    <Popover
      id={`search-${id}`}
      class="menu menu-narrow"
      buttonClass="search-filter"
      button={
        <>
          {label} <b lang={current?.lang}>{current?.label}</b>
          <Icon of={ChevronDown} size={14} />
        </>
      }
    >
      {choices.map((choice) => (
        <a
          key={choice.href}
          class="menu-item"
          href={choice.href}
          rel="nofollow"
          lang={choice.lang}
          {...(choice.isCurrent ? { 'aria-current': 'true' as const } : {})}
        >
          {choice.label}
        </a>
      ))}
    </Popover>
  );
}

/** Filters that were typed or linked, each with its way out. */
function Chips({ visit: { t }, asked, posts }: FiltersProps) {
  const { tag, author } = asked;
  // All posts have what was asked for, so any of them knows its name.
  const name = posts[0]?.tags.find(({ slug }) => slug === tag)?.name;
  return (
    <>
      {tag ? (
        <Chip
          text={t('search.only_tag', { name: name ?? tag })}
          href={searchHref(asked, { tag: undefined })}
          remove={t('search.remove')}
        />
      ) : null}
      {author ? (
        <Chip
          text={t('search.only_author', { name: posts[0]?.author.name ?? author })}
          href={searchHref(asked, { author: undefined })}
          remove={t('search.remove')}
        />
      ) : null}
    </>
  );
}

function Chip({ text, href, remove }: { text: string; href: string; remove: string }) {
  return (
    <a class="space-chip" href={href} rel="nofollow">
      {text} <Icon of={X} size={14} />
      <span class="visually-hidden">{remove}</span>
    </a>
  );
}

const TAGS_MAX = 8;

/** The topics of these posts, each once. */
function tagsOf(posts: PostSummary[]): Tag[] {
  const tags = new Map(posts.flatMap((post) => post.tags.map((tag) => [tag.slug, tag] as const)));
  return [...tags.values()].slice(0, TAGS_MAX);
}
