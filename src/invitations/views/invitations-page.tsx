import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import type { RefusalCode, RefusalMembers } from '../../refusals.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Banner } from '../../ui/banner.tsx';
import { SubmitButton, TextField } from '../../ui/form.tsx';
import { Layout } from '../../ui/layout.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { DAYS } from '../rules.ts';
import type { Invitation } from '../schema.ts';
import { InvitationList } from './invitation-list.tsx';

export const INVITATIONS_PATH = '/settings/invitations';

export const FIELDS = ['uses_max', 'days', 'note', 'send_to'] as const;

/** Why the form was refused, and what was typed. */
export type InvitationProblem = {
  code: RefusalCode;
  members: RefusalMembers;
  typed: Record<string, string>;
  fields: (typeof FIELDS)[number][];
};

type PageProps = {
  visit: PageView;
  page: Page<Invitation>;
  /** The link that was just made, shown this once. */
  made: string | undefined;
  canInvite: boolean;
  sendsMail: boolean;
  problem: InvitationProblem | undefined;
};

/** Decision 0059: `/settings/invitations`. */
export function InvitationsPage(props: PageProps) {
  const { visit, page, made, canInvite } = props;
  const { t, site } = visit;
  return (
    <Layout
      visit={visit}
      title={t('invitations.title')}
      sheets={['work']}
      scripts={['settings']}
      noindex
    >
      <div class="settings">
        <p class="meta">
          <a href="/settings?tab=security">{t('invitations.back')}</a>
        </p>
        <h1>{t('invitations.title')}</h1>
        <p class="meta">
          {t(site.registration === 'closed' ? 'invitations.not_now' : 'invitations.lead')}
        </p>
        <div class="settings-body">
          <ShownOnce title={t('invitations.made')} lead={t('invitations.made_lead')} value={made} />
          {canInvite ? <NewInvitationForm {...props} /> : null}
          <section aria-labelledby="invitations-title">
            <h2 id="invitations-title">{t('invitations.list')}</h2>
            {canInvite || site.registration === 'closed' ? null : (
              <p class="meta">{t('invitations.suspended_hint')}</p>
            )}
            <InvitationList visit={visit} path={INVITATIONS_PATH} page={page} />
          </section>
        </div>
      </div>
    </Layout>
  );
}

function NewInvitationForm({ visit, sendsMail, problem }: PageProps) {
  const { t } = visit;
  const typed = problem?.typed ?? {};
  const field = (name: (typeof FIELDS)[number]) => ({
    name,
    label: t(`invitations.${name}`),
    error: problem?.fields.includes(name) ? t(`invitations.faults.${name}`) : undefined,
    autocomplete: 'off',
  });
  return (
    <section class="card setting" id="new-invitation" aria-labelledby="new-invitation-title">
      <div class="setting-about">
        <h2 id="new-invitation-title">{t('invitations.make')}</h2>
        <p class="meta">{t('invitations.about')}</p>
      </div>
      <div class="setting-body">
        <ActionForm
          visit={visit}
          action={INVITATIONS_PATH}
          next={INVITATIONS_PATH}
          class="form setting-form"
        >
          {problem && problem.fields.length === 0 ? (
            <Banner tone="danger">
              <p>{t(`refusals.${problem.code}`, { ...problem.members })}</p>
            </Banner>
          ) : null}
          <TextField
            {...field('uses_max')}
            hint={t('invitations.uses_max_hint')}
            value={typed['uses_max'] ?? '1'}
          />
          <TextField
            {...field('days')}
            hint={t('invitations.days_hint')}
            value={typed['days'] ?? String(DAYS)}
          />
          <TextField
            {...field('note')}
            hint={t('invitations.note_hint')}
            value={typed['note'] ?? ''}
            optional
          />
          {sendsMail ? (
            <TextField
              {...field('send_to')}
              hint={t('invitations.send_to_hint')}
              type="email"
              value={typed['send_to'] ?? ''}
              optional
            />
          ) : (
            <p class="field-hint">{t('invitations.no_mail')}</p>
          )}
          <p>
            <SubmitButton>{t('invitations.submit')}</SubmitButton>
          </p>
        </ActionForm>
      </div>
    </section>
  );
}
