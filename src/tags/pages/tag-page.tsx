import { FollowButton } from '../../follows/views/follow-button.tsx';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { Language } from '../../platform/language/languages.ts';
import type { OpenTag, TagFacts } from '../../posts/actions/read-tags.ts';
import { TAG_ORDERS } from '../../posts/rules.ts';
import type { PostSummary, TagOrder } from '../../posts/schema.ts';
import { LanguageFilter } from '../../posts/views/language-filter.tsx';
import { PostList } from '../../posts/views/post-list.tsx';
import { PreviewTags } from '../../sharing/views/preview-tags.tsx';
import { breadcrumbs, StructuredData } from '../../sharing/views/structured-data.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Layout } from '../../ui/layout.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { tagPath } from '../rules.ts';
import { TagHead } from '../views/tag-head.tsx';

type TagPageProps = {
  visit: PageView;
  tag: OpenTag;
  order: TagOrder;
  lang: Language | undefined;
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

/** One tag: its posts, who writes them and what is near. */
export function TagPage(props: TagPageProps) {
  const { visit, tag, order, lang, facts } = props;
  const { t } = visit;
  const href = hrefOf(tag, order, lang);
  return (
    <Layout
      visit={visit}
      title={`#${tag.name}`}
      description={tag.description || t('tags.about', { name: tag.name })}
      canonical={href}
      feed={`${tagPath(tag.slug)}/feed.atom`}
      head={<TagPreview visit={visit} tag={tag} path={href} />}
      scripts={['reading']}
    >
      <TagHead visit={visit} tag={tag} authorCount={facts.author_count} energy={facts.energy} />
      <div class="home">
        <div class="home-feed">
          <div class="home-head">
            <div class="home-bar">
              <Tabs
                label={t('reading.orders')}
                tabs={TAG_ORDERS.map((one) => ({
                  href: hrefOf(tag, one, lang),
                  label: t(`reading.${one}`),
                  current: one === order,
                }))}
              />
              <LanguageFilter
                visit={visit}
                languages={facts.languages}
                current={lang}
                hrefOf={(language) => hrefOf(tag, order, language)}
              />
            </div>
            {order === 'hot' ? <p class="meta">{t('reading.hot_hint')}</p> : null}
          </div>
          <Posts {...props} />
        </div>
        <aside class="home-rail" aria-label={t('tags.rail')}>
          <Authors {...props} />
          <Related {...props} />
        </aside>
      </div>
    </Layout>
  );
}

function Posts({ visit, tag, order, lang, list }: TagPageProps) {
  const { t } = visit;
  if (list.items.length === 0) {
    const none = order === 'hot' ? 'reading.empty_hot' : 'tags.no_posts';
    return <p class="empty">{t(lang ? 'reading.empty_language' : none)}</p>;
  }
  const more = hrefOf(tag, order, lang, list.next_cursor ?? '');
  return (
    <div data-pages>
      <PostList visit={visit} posts={list.items} />
      <LoadMore t={t} href={list.next_cursor ? more : null} />
    </div>
  );
}

function hrefOf({ slug }: OpenTag, order: TagOrder, lang?: Language, cursor?: string): string {
  const query = new URLSearchParams({
    ...(order === 'newest' ? {} : { order }),
    ...(lang ? { lang } : {}),
    ...(cursor ? { cursor } : {}),
  }).toString();
  return `${tagPath(slug)}${query ? `?${query}` : ''}`;
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
