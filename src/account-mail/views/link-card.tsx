import type { ComponentChildren } from 'preact';
import { JoinCard } from '../../accounts/views/join-card.tsx';
import type { PageView } from '../../platform/http/page.ts';

type LinkCardProps = { visit: PageView; title: string; children: ComponentChildren };

/** The frame of the pages about mails and their links. */
export function LinkCard({ visit, title, children }: LinkCardProps) {
  return (
    <JoinCard visit={visit} title={title} scripts={['joining']} glow={1}>
      {children}
    </JoinCard>
  );
}

/** A link that was used, has expired, or was never sent. */
export function DeadLinkPage({ visit, purpose }: { visit: PageView; purpose: 'reset' | 'other' }) {
  const { t } = visit;
  return (
    <LinkCard visit={visit} title={t('email.dead_title')}>
      <p class="join-lead">{t('email.dead_lead')}</p>
      {purpose === 'other' ? <p class="join-lead">{t('email.dead_verify')}</p> : null}
      <p class="actions">
        {purpose === 'reset' ? (
          <a class="button button-primary" href="/forgot">
            {t('email.dead_reset')}
          </a>
        ) : null}
        <a class="button" href="/settings?tab=security">
          {t('settings.tab_security')}
        </a>
        <a class="button" href="/">
          {t('page.back_home')}
        </a>
      </p>
    </LinkCard>
  );
}
