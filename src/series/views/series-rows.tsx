import type { PageView } from '../../platform/http/page.ts';
import { StatusChip } from '../../posts/views/status-chip.tsx';
import { glowOf } from '../../ui/glow.ts';
import { langOf } from '../../ui/lang-of.ts';
import { PostLamp } from '../../ui/post-lamp.tsx';
import { Time } from '../../ui/time.tsx';
import type { SeriesPost } from '../schema.ts';

/** The posts of a series in order, each with its number and its lamp. The author also sees those that are not public. */
export function SeriesRows({ visit, posts }: { visit: PageView; posts: SeriesPost[] }) {
  return (
    <ol class="series-posts">
      {posts.map(({ number, post }) => (
        <SeriesRow key={post.id} visit={visit} number={number} post={post} />
      ))}
    </ol>
  );
}

function SeriesRow({ visit, number, post }: SeriesPost & { visit: PageView }) {
  const { t, locale, now } = visit;
  const lang = langOf(post.lang, locale);
  return (
    <li class={`series-post glow-${glowOf(post.energy)}`}>
      <PostLamp energy={post.energy} locale={locale} />
      <span class="series-number" aria-hidden={number === null}>
        {number ?? '–'}
      </span>
      <div class="series-post-text">
        <h2 class="series-post-title" lang={lang}>
          <a href={`/posts/${post.id}`} data-stop>
            {post.title}
          </a>
        </h2>
        {post.summary ? (
          <p class="post-card-summary" lang={lang}>
            {post.summary}
          </p>
        ) : null}
        <p class="meta series-post-meta">
          <Time at={post.published_at ?? post.updated_at} locale={locale} now={now} />
          {post.minutes === null ? null : (
            <span>{t('reading.minutes_short', { count: post.minutes })}</span>
          )}
          {number === null ? (
            <>
              <StatusChip visit={visit} status={post.status} />
              <span>{t('series.hidden')}</span>
            </>
          ) : null}
        </p>
      </div>
    </li>
  );
}
