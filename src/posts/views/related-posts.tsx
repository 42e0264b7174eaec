import type { PageView } from '../../platform/http/page.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import type { Language } from '../../platform/language/languages.ts';
import { langOf } from '../../ui/lang-of.ts';
import { memoizedHtml } from '../../ui/memoized-html.ts';
import { formatCompact } from '../../ui/numbers.ts';

export type RelatedPost = {
  id: number;
  title: string;
  lang: Language | null;
  /** Shown where there is no picture. */
  summary: string;
  picture_url: string | null;
  energy: number;
  author_name: string;
};

/** What to read next: posts of others with the same topics or words. */
export function RelatedPosts({ visit, posts }: { visit: PageView; posts: RelatedPost[] }) {
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="related">
      <div class="after-head">
        <h2 id="related">{visit.t('reading.related')}</h2>
      </div>
      <ul class="read-on">
        {posts.map((post) => (
          <MemoizedTile key={post.id} post={post} locale={visit.locale} />
        ))}
      </ul>
    </section>
  );
}

/** The same for all viewers, so its HTML is rendered once. */
const MemoizedTile = memoizedHtml(Tile);

function Tile({ post, locale }: { post: RelatedPost; locale: Locale }) {
  const { id, title, summary, picture_url, energy, author_name } = post;
  const t = translator(locale);
  const lang = langOf(post.lang, locale);
  return (
    <li>
      <a class="read-on-post" href={`/posts/${id}`}>
        {picture_url ? (
          <img src={picture_url} alt="" width={320} height={200} loading="lazy" decoding="async" />
        ) : (
          <span class="read-on-words" lang={lang} aria-hidden="true">
            <span>{summary}</span>
          </span>
        )}
        <b lang={lang}>{title}</b>
        <span class="meta">
          {author_name}
          {energy > 0
            ? ` · ${t('reading.related_energy', { energy: formatCompact(energy, locale) })}`
            : null}
        </span>
      </a>
    </li>
  );
}
