import { Hash } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Layout } from '../../ui/layout.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { LoadMore } from '../../ui/load-more.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import { tagPath } from '../rules.ts';
import type { UsedTag } from '../schema.ts';

type TagsPageProps = {
  visit: PageView;
  list: Page<UsedTag>;
  /** For link previews. */
  head: ComponentChildren;
};

/** `/tags`: the most used first. */
export function TagsPage({ visit, list, head }: TagsPageProps) {
  const { t } = visit;
  const { items, next_cursor } = list;
  return (
    <Layout
      visit={visit}
      title={t('tags.title')}
      description={t('tags.lead')}
      canonical="/tags"
      head={head}
      scripts={['reading']}
    >
      <header class="page-head">
        <h1>{t('tags.title')}</h1>
        <p class="meta">{t('tags.lead')}</p>
      </header>
      {items.length === 0 ? (
        <EmptyState icon={Hash} title={t('tags.empty')} />
      ) : (
        <div data-pages>
          <ul class="topic-list" data-list>
            {items.map((tag) => (
              <TagRow key={tag.slug} visit={visit} tag={tag} />
            ))}
          </ul>
          <LoadMore t={t} href={nextPage('/tags', {}, next_cursor)} />
        </div>
      )}
    </Layout>
  );
}

function TagRow({ visit, tag }: { visit: PageView; tag: UsedTag }) {
  const { t, locale } = visit;
  const { slug, name, description, post_count: count } = tag;
  return (
    <li>
      <a class="topic" href={tagPath(slug)} data-stop>
        {name}
      </a>
      <span class="meta">
        {t('tags.post_count', { count, number: formatCompact(count, locale) })}
      </span>
      {description ? <p class="meta">{description}</p> : null}
    </li>
  );
}
