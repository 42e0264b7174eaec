import type { PageView } from '../../platform/http/page.ts';
import { Checkbox, ErrorSummary, SubmitButton, TextField } from '../../ui/form.tsx';
import { HungLamp } from '../../ui/hung-lamp.tsx';
import { Layout } from '../../ui/layout.tsx';
import { PASSWORD_MIN } from '../rules.ts';
import { PasswordField } from './password-field.tsx';

export type SetupValues = { token: string; email: string; audit_enabled: boolean };
export type SetupProblem = { field: 'token' | 'email' | 'password'; message: string };

type SetupFormProps = {
  visit: PageView;
  csrfToken: string;
  values: SetupValues;
  /** Why the last try was refused. */
  sentence: string | undefined;
  problems: SetupProblem[];
};

export function SetupForm({ visit, csrfToken, values, sentence, problems }: SetupFormProps) {
  const { t } = visit;
  const errorAt = (field: SetupProblem['field']) =>
    problems.find((problem) => problem.field === field)?.message;
  return (
    <Layout
      visit={visit}
      title={sentence ? t('setup.title_again') : t('setup.title')}
      scripts={['joining']}
    >
      <div class="card join-card join-alone">
        <HungLamp />
        <h1>{t('setup.title')}</h1>
        <p class="join-lead">{t('setup.lead')}</p>
        {sentence ? (
          <ErrorSummary
            title={problems.length > 0 ? t('page.please_correct') : sentence}
            errors={problems}
          />
        ) : null}
        <form class="form" method="post" action="/setup">
          <input type="hidden" name="csrf_token" value={csrfToken} />
          <TextField
            name="token"
            label={t('setup.token')}
            hint={t('setup.token_hint')}
            error={errorAt('token')}
            value={values.token}
            autocomplete="off"
            code
          />
          <TextField
            name="email"
            label={t('setup.email')}
            hint={t('setup.email_hint')}
            error={errorAt('email')}
            type="email"
            value={values.email}
            autocomplete="username"
          />
          <PasswordField
            visit={visit}
            name="password"
            label={t('setup.password')}
            hint={t('setup.password_hint', { min: PASSWORD_MIN })}
            error={errorAt('password')}
            fresh
          />
          <Checkbox
            name="audit_enabled"
            label={t('setup.audit')}
            hint={t('setup.audit_hint')}
            checked={values.audit_enabled}
          />
          <SubmitButton>{t('setup.submit')}</SubmitButton>
        </form>
      </div>
    </Layout>
  );
}

type SetupDoneProps = { visit: PageView; email: string; audit_enabled: boolean };

export function SetupDone({ visit, email, audit_enabled }: SetupDoneProps) {
  const { t } = visit;
  return (
    // This page no longer exists after set-up, so a change of language leads to the front page.
    <Layout visit={{ ...visit, here: '/' }} title={t('setup.done_title')}>
      <div class="card join-card join-alone">
        <HungLamp glow={5} />
        <h1>{t('setup.done_title')}</h1>
        <p class="join-lead">{t('setup.done_lead')}</p>
        <dl class="facts">
          <dt>{t('setup.email')}</dt>
          <dd>{email}</dd>
          <dt>{t('setup.done_audit')}</dt>
          <dd>{audit_enabled ? t('setup.done_audit_on') : t('setup.done_audit_off')}</dd>
        </dl>
        <p class="actions">
          <a class="button button-primary button-large" href="/login">
            {t('shell.log_in')}
          </a>
          <a class="button button-large" href="/">
            {t('page.back_home')}
          </a>
        </p>
      </div>
    </Layout>
  );
}
