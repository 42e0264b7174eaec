import { MessageCircle } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { LOCALES } from '../../platform/i18n.ts';
import { glowOf } from '../../ui/glow.ts';
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
  /** The address of energizing on this page; null if the post cannot be energized yet. */
  energize: string | null;
  /** Buttons of higher domains. */
  children: ComponentChildren;
};

/**
 * A reader's actions on a post. On wide screens the lamp hangs beside the text, with the actions below it; on a phone
 * they are the one bar at the bottom edge, with energizing in the middle.
 */
export function ActionBar({ visit, post, url, reason, energize, children }: ActionBarProps) {
  const { t, locale } = visit;
  const energy = post.energy > 0 ? formatCompact(post.energy, locale) : '';
  return (
    <div class="action-dock" id={BAR_ID}>
      <a class={`post-hang glow-${glowOf(post.energy)}`} {...(energize ? { href: energize } : {})}>
        <span class="lamp" />
        <span class="visually-hidden">{t('reading.energy')} </span>
        <span class="post-hang-energy" data-energy>
          {energy}
        </span>
        <span class="post-hang-label">{t('reading.energize.energize')}</span>
      </a>
      <section class="action-bar" aria-label={t('reading.bar')}>
        {children}
        {energize ? (
          <a class="action-energize" href={energize}>
            {t('reading.energize.energize')}
          </a>
        ) : null}
        <a class="action" href="#comments" title={t('reading.comment')}>
          <Icon of={MessageCircle} />
          <span class="action-label">{t('reading.comment')}</span>
          <span class="action-count" data-comments>
            {post.comment_count > 0 ? formatCompact(post.comment_count, locale) : ''}
          </span>
        </a>
        <Island
          name="share-menu"
          of={ShareMenu}
          class="action-slot"
          props={{
            url,
            title: post.title,
            qr: post.status === 'approved' ? `/posts/${post.id}/qr.svg` : null,
            words: LOCALES[locale].reading.share,
            locale,
          }}
        />
      </section>
      {reason ? (
        <p class="action-reason" id="action-reason">
          {reason}
        </p>
      ) : null}
    </div>
  );
}
