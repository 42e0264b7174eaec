import { MessageCircle } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { Icon } from '../../ui/icons.tsx';
import { Island } from '../../ui/island.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import type { PostSummary } from '../schema.ts';
import { ShareMenu } from './share-menu.tsx';

/** Forms of the bar redirect to it without scripts. */
export const BAR_ID = 'actions';

type ActionBarProps = {
  visit: PageView;
  post: PostSummary;
  /** The absolute address, for sharing. */
  url: string;
  /** Why the buttons are disabled, or null. */
  reason: string | null;
  /** Buttons of higher domains. */
  children: ComponentChildren;
};

/** A reader's actions on a post; sticky while reading. */
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
