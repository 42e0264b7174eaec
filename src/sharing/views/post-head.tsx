import type { PageView } from '../../platform/http/page.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import type { Site } from '../../platform/site.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { tagPath } from '../../tags/rules.ts';
import { glowOf } from '../../ui/glow.ts';
import { memoizedHtml } from '../../ui/memoized-html.ts';
import { versionOf } from '../rules.ts';
import { PreviewTags } from './preview-tags.tsx';
import { breadcrumbs, StructuredData } from './structured-data.tsx';

type PostHeadProps = {
  visit: PageView;
  post: PostSummary;
  edited_at: string | null;
};

/** In the head of a public post. The same for all readers, so its HTML is rendered once. */
export function PostHead({ visit, post, edited_at }: PostHeadProps) {
  const { locale, origin } = visit;
  const { name, logo } = visit.site;
  const site = { name, logo };
  return (
    <MemoizedHead locale={locale} origin={origin} site={site} post={post} edited_at={edited_at} />
  );
}

const MemoizedHead = memoizedHtml(Head);

type HeadSite = Pick<Site, 'name' | 'logo'>;
type HeadProps = Omit<PostHeadProps, 'visit'> & { locale: Locale; origin: string; site: HeadSite };

function Head({ locale, origin, site, post, edited_at }: HeadProps) {
  const visit = { t: translator(locale, site.name), locale, origin };
  const { tags } = post;
  const path = `/posts/${post.id}`;
  const published = post.published_at ?? post.created_at;
  const modified = edited_at ?? published;
  const author = { name: post.author.name, url: `${origin}/space/${post.author.uid}` };
  const picture = `${path}/share.jpg?v=${pictureVersion(post, site)}`;
  return (
    <>
      <PreviewTags
        visit={visit}
        type="article"
        title={post.title}
        description={post.summary}
        path={path}
        picture={picture}
        {...(post.lang ? { lang: post.lang } : {})}
      />
      <meta property="article:published_time" content={published} />
      <meta property="article:modified_time" content={modified} />
      <meta property="article:author" content={author.url} />
      {tags.map(({ name }) => (
        <meta key={name} property="article:tag" content={name} />
      ))}
      <StructuredData
        things={[
          {
            '@type': 'Article',
            '@id': `${origin}${path}`,
            mainEntityOfPage: `${origin}${path}`,
            headline: post.title,
            description: post.summary,
            image: `${origin}${picture}`,
            datePublished: published,
            dateModified: modified,
            author: { '@type': 'Person', ...author },
            publisher: { '@type': 'Organization', name: visit.t('page.site'), url: `${origin}/` },
            commentCount: post.comment_count,
            ...(post.lang ? { inLanguage: post.lang } : {}),
            ...(tags.length > 0 ? { keywords: tags.map(({ name }) => name) } : {}),
          },
          breadcrumbs([
            { name: visit.t('page.site'), url: `${origin}/` },
            ...tags.slice(0, 1).map(({ name, slug }) => ({
              name,
              url: `${origin}${tagPath(slug)}`,
            })),
            { name: post.title, url: `${origin}${path}` },
          ]),
        ]}
      />
    </>
  );
}

/** A new address for each new picture, because programs that show links cache pictures for months. */
function pictureVersion(post: PostSummary, { name, logo }: HeadSite): string {
  const { title, summary, author, cover_url, energy, tags } = post;
  const topic = tags[0]?.name ?? null;
  const glow = glowOf(energy);
  const own = name || logo ? [name, logo] : [];
  return versionOf([
    ...[title, summary, author.name, author.avatar_url, cover_url, topic, glow],
    ...own,
  ]);
}
