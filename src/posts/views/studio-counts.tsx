import { Bookmark, Heart, MessageCircle, Zap } from 'lucide-static';
import type { Visit } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';
import { compact } from '../../ui/numbers.ts';
import type { Received } from '../rules.ts';
import type { DeskSummary } from '../schema.ts';

/** The four things a post can be given, in the order they are always shown. */
export const FIGURES = [
  'energy',
  'comments',
  'likes',
  'favorites',
] as const satisfies readonly (keyof Received)[];
export type Figure = (typeof FIGURES)[number];

export const FIGURE_ICONS: Record<Figure, string> = {
  energy: Zap,
  comments: MessageCircle,
  likes: Heart,
  favorites: Bookmark,
};

/** What one post has been given. */
export function PostCounts({ visit, post }: { visit: Visit; post: DeskSummary }) {
  const { t, locale } = visit;
  const counts: Received = {
    energy: post.energy,
    comments: post.comment_count,
    likes: post.like_count,
    favorites: post.favorite_count,
  };
  return (
    <span class="desk-counts">
      {FIGURES.map((figure) => (
        <span key={figure} class="desk-count" title={t(`studio.${figure}`)}>
          <Icon of={FIGURE_ICONS[figure]} size={14} />
          <span class="visually-hidden">{t(`studio.${figure}`)}</span>{' '}
          {compact(counts[figure], locale)}
        </span>
      ))}
    </span>
  );
}
