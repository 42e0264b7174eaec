import { ArrowLeft, ArrowRight } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { Language } from '../../platform/language/languages.ts';
import { Icon } from '../../ui/icons.tsx';
import { langOf } from '../../ui/lang-of.ts';
import { seriesPath } from '../rules.ts';

type Neighbour = { id: number; title: string; lang: Language | null };

export type SeriesOfPost = {
  id: number;
  author_uid: number;
  title: string;
  lang: Language | null;
  /** Public posts. */
  total: number;
  /** Null if the post itself is not public. */
  number: number | null;
  previous: Neighbour | null;
  next: Neighbour | null;
};

/** After a post that is part of a series: which part, and the parts before and after it. */
export function SeriesBlock({ visit, series }: { visit: PageView; series: SeriesOfPost | null }) {
  if (!series) return null;
  const { t, locale } = visit;
  const { id, author_uid, title, total, number, previous, next } = series;
  return (
    <nav class="series-block" aria-labelledby="series-of-post">
      <p class="series-block-head">
        <span class="series-block-label">{t('series.label')}</span>
        <a id="series-of-post" href={seriesPath(author_uid, id)} lang={langOf(series.lang, locale)}>
          {title}
        </a>
        {number === null ? (
          <span class="meta">{t('series.not_counted')}</span>
        ) : (
          <span class="meta">{t('series.part', { number, total })}</span>
        )}
      </p>
      {previous || next ? (
        <div class="series-steps">
          <Step visit={visit} rel="prev" post={previous} />
          <Step visit={visit} rel="next" post={next} />
        </div>
      ) : null}
    </nav>
  );
}

type StepProps = { visit: PageView; rel: 'prev' | 'next'; post: Neighbour | null };

function Step({ visit, rel, post }: StepProps) {
  if (!post) return null;
  return (
    <a class={`series-step series-step-${rel}`} href={`/posts/${post.id}`} rel={rel}>
      <span class="meta">
        {rel === 'prev' ? <Icon of={ArrowLeft} size={14} /> : null}
        {visit.t(`series.${rel}`)}
        {rel === 'next' ? <Icon of={ArrowRight} size={14} /> : null}
      </span>
      <b lang={langOf(post.lang, visit.locale)}>{post.title}</b>
    </a>
  );
}
