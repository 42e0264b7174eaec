import { BookOpen, PenLine, Zap } from 'lucide-static';
import type { ComponentChildren } from 'preact';
import type { Joining } from '../../invitations/actions/use-invitation.ts';
import { InvitationField } from '../../invitations/views/invitation-field.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { contactHref } from '../../site-settings/rules.ts';
import { Contact } from '../../ui/contact.tsx';
import { SubmitButton, TextField } from '../../ui/form.tsx';
import { HungLamp } from '../../ui/hung-lamp.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Layout } from '../../ui/layout.tsx';
import { TermsLine } from '../../written-pages/views/terms-line.tsx';
import { PASSWORD_MIN } from '../rules.ts';
import { AccountForm, errorAt, type Refused } from './account-form.tsx';
import { addressOf, ClosedPage, HowToJoin, type JoinMode, OtherWay } from './how-to-join.tsx';
import { LampString } from './lamp-string.tsx';
import { PasswordField } from './password-field.tsx';

type JoinPageProps = {
  visit: PageView;
  mode: JoinMode;
  next: string;
  email: string;
  /** Other ways to log in. */
  others?: ComponentChildren;
  refused?: Refused | undefined;
  /** Of the owner; when logging in, only on a site that sends no mail. */
  contact?: string | undefined;
  joining: Joining;
  /** As typed. */
  invitation?: string;
};

/** `/login` and `/register`: two plain pages, which scripts present as one, the e-mail address first. */
export function JoinPage(props: JoinPageProps) {
  const { visit, mode, next, email, others, refused, contact, joining } = props;
  const { t } = visit;
  if (mode === 'register' && joining.mode === 'closed')
    return <ClosedPage visit={visit} next={next} contact={contact} />;
  const title = t(`joining.${mode}_title`);
  const other = addressOf(mode === 'log_in' ? 'register' : 'log_in', next);
  return (
    <Layout visit={visit} title={title} scripts={['joining']}>
      <div class="join">
        <About visit={visit} />
        <div
          class="card join-card"
          data-join={mode}
          data-other={other}
          data-step={refused || email ? 'all' : 'email'}
        >
          <HungLamp glow={2} />
          <h1>{title}</h1>
          {refused ? null : <HowToJoin visit={visit} mode={mode} joining={joining} />}
          <p class="join-found" role="status" data-found={t(FOUND[mode])} />
          <AccountForm
            visit={visit}
            action={mode === 'log_in' ? '/auth/login' : '/auth/register'}
            next={next}
            refused={refused}
            class="form"
          >
            <div class="join-email">
              <TextField
                name="email"
                label={t('joining.email')}
                {...(mode === 'register' ? { hint: t('joining.email_hint') } : {})}
                error={errorAt(refused, 'email')}
                type="email"
                value={email}
                autocomplete={mode === 'log_in' ? 'username webauthn' : 'username'}
              />
              <button class="link-button join-change" type="button" data-change-email>
                {t('joining.change_email')}
              </button>
            </div>
            <button
              class="button button-primary button-large join-continue"
              type="button"
              data-continue
            >
              {t('joining.continue')}
            </button>
            <div class="join-rest">
              <PasswordField
                visit={visit}
                name="password"
                label={t('joining.password')}
                {...(mode === 'register'
                  ? { hint: t('joining.password_new_hint', { min: PASSWORD_MIN }), fresh: true }
                  : {})}
                error={errorAt(refused, 'password')}
              />
              {mode === 'register' ? (
                <InvitationField
                  visit={visit}
                  joining={joining}
                  typed={props.invitation}
                  error={errorAt(refused, 'invitation')}
                />
              ) : null}
              {mode === 'register' ? <TermsLine visit={visit} /> : null}
              <SubmitButton large>{t(`joining.${mode}`)}</SubmitButton>
              {mode === 'log_in' ? <Forgotten visit={visit} contact={contact} /> : null}
            </div>
          </AccountForm>
          {others}
          <p class="join-other">
            <OtherWay visit={visit} mode={mode} joining={joining} other={other} />
          </p>
          {mode === 'log_in' ? (
            <p class="join-other" hidden data-passkey-log-in>
              <button class="link-button" type="button">
                {t('factors.log_in_passkey')}
              </button>
            </p>
          ) : null}
        </div>
      </div>
    </Layout>
  );
}

function Forgotten({ visit: { t }, contact }: Pick<JoinPageProps, 'visit' | 'contact'>) {
  if (contact === undefined)
    return (
      <p class="meta">
        <a href="/forgot">{t('email.forgot_link')}</a>
      </p>
    );
  return (
    <p class="meta">
      {contact ? (
        <Contact
          before={t('joining.forgotten_contact')}
          contact={contact}
          href={contactHref(contact)}
        />
      ) : (
        t('joining.forgotten')
      )}
    </p>
  );
}

const FOUND = { log_in: 'joining.found', register: 'joining.not_found' } as const;

/** What the site is about; beside the form on wide screens. */
function About({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <div class="dusk join-about">
      <LampString />
      <p class="join-motto">{t('joining.about_title')}</p>
      <ul class="join-points">
        <Point icon={PenLine} title={t('joining.about_write')}>
          {t('joining.about_write_hint')}
        </Point>
        <Point icon={BookOpen} title={t('joining.about_read')}>
          {t('joining.about_read_hint')}
        </Point>
        <Point icon={Zap} title={t('joining.about_energy')}>
          {t('joining.about_energy_hint')}
        </Point>
      </ul>
    </div>
  );
}

type PointProps = { icon: string; title: string; children: ComponentChildren };

function Point({ icon, title, children }: PointProps) {
  return (
    <li class="join-point">
      <Icon of={icon} size={20} />
      <div>
        <p class="join-point-title">{title}</p>
        <p class="meta">{children}</p>
      </div>
    </li>
  );
}
