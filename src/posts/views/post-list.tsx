import { Bookmark, Heart, MessageCircle, Zap } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EnergySpark } from '../../ui/energy.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { memoizedHtml } from '../../ui/memoized-html.ts';
import { formatCompact } from '../../ui/numbers.ts';
import { formatRelativeTime, TimeWithText } from '../../ui/time.tsx';
import type { PostSummary } from '../schema.ts';
import { AuthorName } from './author-name.tsx';
import { StatusChip } from './status-chip.tsx';

type PostListProps = { visit: PageView; posts: PostSummary[] };

/** Inside an element with `data-pages`, beside a `LoadMore`; scripts append the next page to it. */
export function PostList({ visit, posts }: PostListProps) {
  return (
    <ol class="post-list" data-list>
      {posts.map((post) => (
        <li key={post.id}>
          <PostCard visit={visit} post={post} />
        </li>
      ))}
    </ol>
  );
}

export function PostCard({ visit, post }: { visit: PageView; post: PostSummary }) {
  const { locale, now } = visit;
  const when = formatRelativeTime(post.published_at ?? post.updated_at, now, locale);
  return <MemoizedCard post={post} locale={locale} when={when} />;
}

/** A card is the same for all viewers, so its HTML is rendered once. */
const MemoizedCard = memoizedHtml(Card);

type CardProps = { post: PostSummary; locale: Locale; when: string };

function Card({ post, locale, when }: CardProps) {
  const { author, cover_url, energy, id, status, summary, title } = post;
  const t = translator(locale);
  return (
    <article class="post-card">
      <div class="post-card-text">
        <h2 class="post-card-title">
          <a href={`/posts/${id}`} data-stop>
            {title}
          </a>
        </h2>
        <EnergySpark energy={energy} />
        {summary ? <p class="post-card-summary">{summary}</p> : null}
        <div class="post-card-meta">
          {status === 'approved' ? null : <StatusChip visit={{ t }} status={status} />}
          <a class="byline" href={`/space/${author.uid}`}>
            <Avatar user={author} size={24} />
            <span class="byline-name">
              <AuthorName author={author} />
            </span>
            <LevelSeal level={author.level} />
          </a>
          <TimeWithText at={post.published_at ?? post.updated_at} locale={locale} text={when} />
          <Counts post={post} locale={locale} />
        </div>
      </div>
      {cover_url ? (
        <img
          class="post-card-cover"
          src={cover_url}
          alt=""
          width={160}
          height={120}
          loading="lazy"
          decoding="async"
        />
      ) : null}
    </article>
  );
}

/** Counts of zero are not shown. */
function Counts({ post, locale }: { post: PostSummary; locale: Locale }) {
  const t = translator(locale);
  const counts = [
    { icon: Heart, label: t('reading.likes'), value: post.like_count },
    { icon: MessageCircle, label: t('reading.comments'), value: post.comment_count },
    { icon: Bookmark, label: t('reading.favorites'), value: post.favorite_count },
    { icon: Zap, label: t('reading.energy'), value: post.energy },
  ].filter(({ value }) => value > 0);
  if (counts.length === 0) return null;
  return (
    <ul class="post-counts">
      {counts.map(({ icon, label, value }) => (
        <li key={label} title={label}>
          <Icon of={icon} size={14} />
          <span class="visually-hidden">{label} </span>
          {formatCompact(value, locale)}
        </li>
      ))}
    </ul>
  );
}
