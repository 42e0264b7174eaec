import type { Page } from '../../platform/http/pagination.ts';
import { Banner } from '../../ui/banner.tsx';
import { ErrorSummary, Field } from '../../ui/form.tsx';
import { nextPage } from '../../ui/list-address.ts';
import { formatNumber, formatSigned } from '../../ui/numbers.ts';
import { Time } from '../../ui/time.tsx';
import { type Adjustment, AMOUNT_MAX, type EnergyBatch, MEMBERS_MAX } from '../schema/energy.ts';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';
import { type AdjustProblem, type AdjustValues, EnergyPreview } from './energy-preview.tsx';
import { Person } from './person.tsx';
import { ReasonTemplates } from './reason-popover.tsx';
import { columnsOf, StaffTable } from './staff-table.tsx';

type EnergyProps = {
  admin: AdminPage;
  values: AdjustValues;
  problems: AdjustProblem[];
  /** The result of the dry run, if there was one. */
  preview: Adjustment | undefined;
  /** Idempotency key: clicking the button twice has one effect. */
  once: string;
  batches: Page<EnergyBatch>;
};

/** D42: fill in, see what would happen, confirm. */
export function EnergyPage({ admin, values, problems, preview, once, batches }: EnergyProps) {
  const { t } = admin.visit;
  return (
    <AdminLayout
      admin={admin}
      current="energy"
      title={t('admin.energy.title')}
      lead={t('admin.energy.lead')}
    >
      {problems.length > 0 ? (
        <ErrorSummary title={t('page.please_correct')} errors={problems} />
      ) : null}
      {preview ? (
        <EnergyPreview visit={admin.visit} values={values} preview={preview} once={once} />
      ) : null}
      {preview ? (
        <details class="card energy-again">
          <summary>{t('admin.energy.edit')}</summary>
          <AdjustForm admin={admin} values={values} problems={problems} again />
        </details>
      ) : (
        <div class="card">
          <AdjustForm admin={admin} values={values} problems={problems} />
        </div>
      )}
      <Batches admin={admin} page={batches} />
    </AdminLayout>
  );
}

type AdjustFormProps = {
  admin: AdminPage;
  values: AdjustValues;
  problems: AdjustProblem[];
  again?: boolean;
};

/** Changes nothing: the response is the page with the preview. */
function AdjustForm({ admin, values, problems, again }: AdjustFormProps) {
  const { t, csrfToken, locale } = admin.visit;
  const errorAt = (field: keyof AdjustValues) =>
    problems.find((problem) => problem.field === field)?.message;
  const max = formatNumber(MEMBERS_MAX, locale);
  return (
    <form class="form energy-adjust" method="post" action="/admin/energy">
      <input type="hidden" name="csrf_token" value={csrfToken} />
      <Field id="uids" label={t('admin.energy.uids')} error={errorAt('uids')}>
        <textarea
          class="input input-code"
          id="uids"
          name="uids"
          rows={4}
          required
          spellcheck={false}
          aria-describedby="uids-hint uids-error"
          {...(errorAt('uids') ? { 'aria-invalid': true } : {})}
        >
          {values.uids}
        </textarea>
        <p class="field-hint" id="uids-hint">
          {t('admin.energy.uids_hint', { max })}
        </p>
      </Field>
      <Field id="amount" label={t('admin.energy.amount')} error={errorAt('amount')}>
        <input
          class="input energy-amount"
          id="amount"
          name="amount"
          type="number"
          step={1}
          min={-AMOUNT_MAX}
          max={AMOUNT_MAX}
          required
          value={values.amount}
          aria-describedby="amount-hint amount-error"
          {...(errorAt('amount') ? { 'aria-invalid': true } : {})}
        />
        <p class="field-hint" id="amount-hint">
          {t('admin.energy.amount_hint')}
        </p>
      </Field>
      <Field id="reason" label={t('admin.energy.reason')} error={errorAt('reason')}>
        <textarea
          class="input staff-reason-text"
          id="reason"
          name="reason"
          rows={2}
          required
          data-reason
          aria-describedby="reason-hint reason-error"
          {...(errorAt('reason') ? { 'aria-invalid': true } : {})}
        >
          {values.reason}
        </textarea>
        <p class="field-hint" id="reason-hint">
          {t('admin.reason.seen_by_member')}
        </p>
        <ReasonTemplates visit={admin.visit} kind="energy" />
      </Field>
      <p>
        <button class={again ? 'button' : 'button button-primary'} type="submit">
          {t(again ? 'admin.energy.preview_again' : 'admin.energy.preview')}
        </button>
      </p>
    </form>
  );
}

const WIDTHS = {
  ...({ when: 'time', by: 'person' } as const),
  ...({ each: 'number', members: 'number', total: 'number' } as const),
  reason: null,
};

function Batches({ admin, page }: { admin: AdminPage; page: Page<EnergyBatch> }) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  return (
    <section class="energy-batches">
      <h2>{t('admin.energy.batches')}</h2>
      {page.items.length === 0 ? (
        <Banner tone="info">{<p>{t('admin.energy.no_batches')}</p>}</Banner>
      ) : (
        <StaffTable
          visit={visit}
          columns={columnsOf(WIDTHS, (name) => t(`admin.energy.${name}`))}
          next={nextPage('/admin/energy', {}, page.next_cursor)}
        >
          {page.items.map((batch) => (
            <tr key={batch.id}>
              <td data-label={t('admin.energy.when')}>
                <Time at={batch.created_at} locale={locale} now={now} />
              </td>
              <td data-label={t('admin.energy.by')}>
                <Person visit={visit} user={batch.actor} />
              </td>
              <td data-label={t('admin.energy.each')} class="staff-number">
                {formatSigned(batch.amount, locale)}
              </td>
              <td data-label={t('admin.energy.members')} class="staff-number">
                {formatNumber(batch.members, locale)}
              </td>
              <td data-label={t('admin.energy.total')} class="staff-number">
                {formatSigned(batch.amount * batch.members, locale)}
              </td>
              <td data-label={t('admin.energy.reason')}>{batch.reason}</td>
            </tr>
          ))}
        </StaffTable>
      )}
    </section>
  );
}
