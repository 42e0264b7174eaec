import type { PageView } from '../platform/http/page.ts';
import type { Refusal } from '../refusals.ts';
import { ActionForm } from './action-form.tsx';
import { SubmitButton } from './form.tsx';
import { Layout } from './layout.tsx';

type RefusedFormProps = {
  visit: PageView;
  refusal: Refusal;
  action: string;
  next: string;
  typed: Record<string, string>;
};

/** Never sent back to the browser. */
const SECRET = /password|token/;

/** A refused form again: the reason, the typed text, and a button to retry. */
export function RefusedForm({ visit, refusal, ...form }: RefusedFormProps) {
  const sentence = visit.t(`refusals.${refusal.code}`, { ...refusal.members });
  return (
    <Layout visit={visit} title={sentence}>
      <div class="narrow refused">
        <h1>{sentence}</h1>
        <RefusedFields visit={visit} {...form} />
      </div>
    </Layout>
  );
}

/** What was typed, to send it again. */
export function RefusedFields({ visit, action, next, typed }: Omit<RefusedFormProps, 'refusal'>) {
  const { t } = visit;
  const back = next.split('{id}')[0] ?? '/';
  const fields = Object.entries(typed).filter(([name]) => !SECRET.test(name));
  const isLong = ([, value]: [string, string]) => value.length > 40 || value.includes('\n');
  return (
    <ActionForm visit={visit} action={action} next={next} class="form">
      {fields
        .filter((field) => !isLong(field))
        .map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      {fields.filter(isLong).map(([name, value]) => (
        <label key={name} class="field">
          <span class="field-label">{t('shell.entered_text')}</span>
          <textarea class="input" name={name} rows={6}>
            {value}
          </textarea>
        </label>
      ))}
      <p class="actions">
        {visit.visitor ? (
          <SubmitButton>{t('page.try_again')}</SubmitButton>
        ) : (
          <a class="button button-primary" href={`/login?next=${encodeURIComponent(back)}`}>
            {t('shell.log_in_again')}
          </a>
        )}
        <a class="button" href={back}>
          {t('shell.go_back')}
        </a>
      </p>
    </ActionForm>
  );
}
