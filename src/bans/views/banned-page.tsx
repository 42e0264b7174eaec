import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import { Layout } from '../../ui/layout.tsx';
import { formatDateTime, TimeWithText } from '../../ui/time.tsx';
import { shownZoneName } from '../../ui/zone-name.ts';
import { APPEAL_MAX } from '../rules.ts';
import type { Ban } from '../schema.ts';

type BannedPageProps = { visit: PageView; ban: Ban; contact: string };

/** D68: why, until when, how to appeal, and whom to contact. After the ban, what became of the appeal. */
export function BannedPage({ visit, ban, contact }: BannedPageProps) {
  const { t } = visit;
  const isOver = ban.ended_at !== null;
  const title = isOver ? t('bans.title_over') : t('bans.title');
  return (
    <Layout visit={visit} title={title}>
      <div class="join-alone card join-card">
        <div class="form">
          <header>
            <h1>{title}</h1>
            <p class="join-lead">{isOver ? t('bans.lead_over') : t('bans.lead')}</p>
          </header>
          <Facts visit={visit} ban={ban} />
          {ban.appeal ? <SentAppeal visit={visit} appeal={ban.appeal} /> : null}
          {ban.can_appeal ? <AppealForm visit={visit} /> : null}
          {isOver ? null : (
            <section class="stack" aria-labelledby="contact">
              <h2 id="contact">{t('bans.contact')}</h2>
              <p>{contact || t('bans.contact_none')}</p>
            </section>
          )}
          <p class="actions">
            <a class="button" href="/">
              {t('bans.read_on')}
            </a>
          </p>
        </div>
      </div>
    </Layout>
  );
}

function Facts({ visit, ban }: Omit<BannedPageProps, 'contact'>) {
  const { t, locale } = visit;
  const { reason, banned_at, ends_at, ended_at } = ban;
  const end = ended_at ?? ends_at;
  return (
    <dl class="facts">
      <Fact label={t('bans.reason')}>{reason || t('bans.no_reason')}</Fact>
      <Fact label={t('bans.since')}>
        <TimeWithText at={banned_at} locale={locale} text={formatDateTime(banned_at, locale)} />
      </Fact>
      <Fact label={ended_at ? t('bans.ended') : t('bans.ends')}>
        {end ? (
          <TimeWithText
            at={end}
            locale={locale}
            text={
              ended_at
                ? formatDateTime(end, locale)
                : t('bans.until', {
                    time: formatDateTime(end, locale),
                    zone: shownZoneName(locale),
                  })
            }
          />
        ) : (
          t('bans.for_good')
        )}
      </Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function SentAppeal({ visit, appeal }: { visit: PageView; appeal: NonNullable<Ban['appeal']> }) {
  const { t, locale } = visit;
  const { body, created_at, outcome, reply } = appeal;
  return (
    <section class="stack" aria-labelledby="appeal">
      <h2 id="appeal">{t('bans.yours')}</h2>
      <p role="status">
        <strong>{t(`bans.${outcome ?? 'waiting'}`)}</strong>
      </p>
      {reply ? (
        <>
          <h3>{t('bans.reply')}</h3>
          <blockquote class="prose">{reply}</blockquote>
        </>
      ) : null}
      <blockquote class="prose">{body}</blockquote>
      <p class="meta">
        {t('bans.sent')}{' '}
        <TimeWithText at={created_at} locale={locale} text={formatDateTime(created_at, locale)} />
      </p>
    </section>
  );
}

function AppealForm({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <section class="stack" aria-labelledby="appeal">
      <h2 id="appeal">{t('bans.appeal')}</h2>
      <ActionForm visit={visit} action="/auth/appeal" next="/banned" class="form">
        <p>{t('bans.appeal_lead')}</p>
        <p class="field">
          <label class="field-label" for="appeal-body">
            {t('bans.appeal_text')}
          </label>
          <textarea
            class="input"
            id="appeal-body"
            name="body"
            rows={6}
            maxLength={APPEAL_MAX}
            required
            aria-describedby="appeal-hint"
          />
          <span class="meta" id="appeal-hint">
            {t('bans.appeal_hint')}
          </span>
        </p>
        <p class="actions">
          <SubmitButton>{t('bans.send')}</SubmitButton>
        </p>
      </ActionForm>
    </section>
  );
}
