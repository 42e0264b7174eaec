import type { PageView } from '../../platform/http/page.ts';
import { Checkbox, ErrorSummary, Field, SubmitButton, TextField } from '../../ui/form.tsx';
import { HungLamp } from '../../ui/hung-lamp.tsx';
import { Layout } from '../../ui/layout.tsx';
import { PASSWORD_MIN } from '../rules.ts';
import { PasswordField } from './password-field.tsx';

export type SetupValues = {
  token: string;
  email: string;
  site_name: string;
  site_description: string;
  site_language: string;
  audit_enabled: boolean;
};
export type SetupProblem = {
  field: 'token' | 'email' | 'password' | 'site_name' | 'site_description';
  message: string;
};

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
          <SiteFields visit={visit} values={values} errorAt={errorAt} />
          <Checkbox
            name="audit_enabled"
            label={t('setup.audit')}
            hint={t('setup.audit_hint')}
            checked={values.audit_enabled}
          />
          <SubmitButton large>{t('setup.submit')}</SubmitButton>
        </form>
      </div>
    </Layout>
  );
}

const LANGUAGES = [
  { value: 'zh-CN', label: 'owner_site.languages.zh' },
  { value: 'en', label: 'owner_site.languages.en' },
] as const;

type SiteFieldsProps = {
  visit: PageView;
  values: SetupValues;
  errorAt: (field: SetupProblem['field']) => string | undefined;
};

/** What visitors see first. All of it can be changed later, so none is required. */
function SiteFields({ visit: { t }, values, errorAt }: SiteFieldsProps) {
  return (
    <>
      <TextField
        name="site_name"
        label={t('owner_site.about.name')}
        hint={t('owner_site.hint.name')}
        error={errorAt('site_name')}
        value={values.site_name}
        optional
      />
      <TextField
        name="site_description"
        label={t('owner_site.about.description')}
        hint={t('setup.description_hint')}
        error={errorAt('site_description')}
        value={values.site_description}
        optional
      />
      <Field
        id="site_language"
        label={t('owner_site.about.language')}
        hint={t('owner_site.hint.language')}
      >
        <select
          class="input"
          id="site_language"
          name="site_language"
          aria-describedby="site_language-hint"
        >
          {LANGUAGES.map(({ value, label }) => (
            <option key={value} value={value} selected={value === values.site_language}>
              {t(label)}
            </option>
          ))}
        </select>
      </Field>
    </>
  );
}
