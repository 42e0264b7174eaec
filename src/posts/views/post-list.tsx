import { Bookmark, Heart, MessageCircle, Zap } from 'lucide-static';
import type { Visit } from '../../platform/http/page.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EnergySpark } from '../../ui/energy.tsx';
import { Icon } from '../../ui/icons.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { compact } from '../../ui/numbers.ts';
import { Time } from '../../ui/time.tsx';
import type { PostSummary } from '../schema.ts';
import { StatusChip } from './status-chip.tsx';

type PostListProps = { visit: Visit; posts: PostSummary[] };

/** Stands in an element with `data-pages`, beside a `LoadMore`; the next page is appended to it. */
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

export function PostCard({ visit, post }: { visit: Visit; post: PostSummary }) {
  const { author, cover_url, energy, id, status, summary, title } = post;
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
          {status === 'approved' ? null : <StatusChip visit={visit} status={status} />}
          <a class="byline" href={`/space/${author.uid}`}>
            <Avatar user={author} size={24} />
            <span class="byline-name">{author.name}</span>
            <LevelSeal level={author.level} />
          </a>
          <Time at={post.published_at ?? post.updated_at} locale={visit.locale} now={visit.now} />
          <Counts visit={visit} post={post} />
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

/** What it received; what it did not receive is not held against it. */
function Counts({ visit, post }: { visit: Visit; post: PostSummary }) {
  const { t, locale } = visit;
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
          {compact(value, locale)}
        </li>
      ))}
    </ul>
  );
}
