import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import { Layout } from '../../ui/layout.tsx';
import { levelOf } from '../../users/rules.ts';
import type { DescribedSubject } from '../actions/describe-subject.ts';
import { NOTE_MAX, REPORT_LEVEL, REPORT_REASONS } from '../rules.ts';

type ReportPageProps = { visit: PageView; subject: DescribedSubject; exp: number };

export function ReportPage({ visit, subject, exp }: ReportPageProps) {
  const { t } = visit;
  const { own, before, back } = subject;
  const barrier = own
    ? t('reports.own')
    : before
      ? t('reports.before')
      : levelOf(exp) < REPORT_LEVEL
        ? t('reports.level')
        : undefined;
  return (
    <Layout visit={visit} title={t('reports.title')}>
      <div class="join-alone card join-card">
        <h1>{t('reports.title')}</h1>
        <Subject visit={visit} subject={subject} />
        {barrier ? (
          <>
            <p role="status">{barrier}</p>
            <p class="actions">
              <a class="button" href={back}>
                {t('reports.back')}
              </a>
            </p>
          </>
        ) : (
          <ReportForm visit={visit} subject={subject} />
        )}
      </div>
    </Layout>
  );
}

function Subject({ visit, subject }: Omit<ReportPageProps, 'exp'>) {
  const { t } = visit;
  const { kind, title, excerpt, pictures } = subject;
  return (
    <>
      <p>
        <strong>
          {kind === 'upload' ? t('reports.upload') : t(`reports.${kind}`, { title, name: title })}
        </strong>
      </p>
      {excerpt ? <blockquote class="meta">{excerpt}</blockquote> : null}
      {pictures.length > 0 ? (
        <p class="meta">
          {t('reports.instead')}{' '}
          {pictures.map(({ id }, index) => (
            <>
              <a key={id} href={`/report/upload/${id}`}>
                {t('reports.picture', { number: index + 1 })}
              </a>{' '}
            </>
          ))}
        </p>
      ) : null}
    </>
  );
}

function ReportForm({ visit, subject }: Omit<ReportPageProps, 'exp'>) {
  const { t } = visit;
  return (
    <ActionForm visit={visit} action="/reports" next={subject.back} class="form">
      <p class="join-lead">{t('reports.lead')}</p>
      <input type="hidden" name="subject_kind" value={subject.kind} />
      <input type="hidden" name="subject_id" value={subject.id} />
      <fieldset class="field">
        <legend class="field-label">{t('reports.reason')}</legend>
        {REPORT_REASONS.map((reason) => (
          <p key={reason}>
            <label>
              <input type="radio" name="reason" value={reason} required />{' '}
              {t(`reports.reasons.${reason}`)}
            </label>
          </p>
        ))}
      </fieldset>
      <p class="field">
        <label class="field-label" for="note">
          {t('reports.note')}
        </label>
        <textarea
          class="input"
          id="note"
          name="note"
          rows={3}
          maxLength={NOTE_MAX}
          aria-describedby="note-hint"
        />
        <span class="meta" id="note-hint">
          {t('reports.note_hint')}
        </span>
      </p>
      <p class="actions">
        <SubmitButton>{t('reports.send')}</SubmitButton>
        <a class="button" href={subject.back}>
          {t('reports.back')}
        </a>
      </p>
    </ActionForm>
  );
}
