import { Bookmark, Eye, Heart, MessageCircle, Zap } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import type { Received } from '../rules.ts';

/** The counts of a post, in the order they are shown. */
export const COUNTS = [
  'reads',
  'energy',
  'comments',
  'likes',
  'favorites',
] as const satisfies readonly (keyof Received)[];
export type Count = (typeof COUNTS)[number];

const COUNT_ICONS: Record<Count, string> = {
  reads: Eye,
  energy: Zap,
  comments: MessageCircle,
  likes: Heart,
  favorites: Bookmark,
};

type Counted = Pick<PostSummary, 'energy' | 'comment_count' | 'like_count' | 'favorite_count'> & {
  reads: number;
};

export function PostCounts({ visit, post }: { visit: PageView; post: Counted }) {
  const { t, locale } = visit;
  const counts: Received = {
    reads: post.reads,
    energy: post.energy,
    comments: post.comment_count,
    likes: post.like_count,
    favorites: post.favorite_count,
  };
  return (
    <span class="studio-post-counts">
      {COUNTS.map((count) => (
        <span key={count} class="studio-post-count" title={t(`studio.${count}`)}>
          <Icon of={COUNT_ICONS[count]} size={14} />
          <span class="visually-hidden">{t(`studio.${count}`)}</span>{' '}
          {formatCompact(counts[count], locale)}
        </span>
      ))}
    </span>
  );
}
