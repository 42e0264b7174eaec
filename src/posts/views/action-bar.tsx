import { MessageCircle } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { Icon } from '../../ui/icons.tsx';
import { Island } from '../../ui/island.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import type { PostSummary } from '../schema.ts';
import { ShareMenu } from './share-menu.tsx';

/** Where a form of the bar comes back to without scripts. */
export const BAR_ID = 'actions';

type ActionBarProps = {
  visit: PageView;
  post: PostSummary;
  /** The whole address, to be given to others. */
  url: string;
  /** Why the buttons do nothing, where they do nothing. */
  reason: string | null;
  /** The buttons of the domains above this one. */
  children: ComponentChildren;
};

/** Everything a reader can do with a post; it stays in reach while the text is being read. */
export function ActionBar({ visit, post, url, reason, children }: ActionBarProps) {
  const { t, locale } = visit;
  return (
    <div class="action-dock" id={BAR_ID}>
      {reason ? (
        <p class="action-reason" id="action-reason">
          {reason}
        </p>
      ) : null}
      <section class="action-bar" aria-label={t('reading.bar')}>
        {children}
        <a class="action" href="#comments" title={t('reading.comment')}>
          <Icon of={MessageCircle} />
          <span class="action-label">{t('reading.comment')}</span>
          {post.comment_count > 0 ? (
            <span class="action-count">{formatCompact(post.comment_count, locale)}</span>
          ) : null}
        </a>
        <Island
          name="share-menu"
          of={ShareMenu}
          class="action-slot"
          props={{ url, title: post.title, words: LOCALES[locale].reading.share, locale }}
        />
      </section>
    </div>
  );
}
