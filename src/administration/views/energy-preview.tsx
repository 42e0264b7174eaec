import { ArrowRight } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Banner } from '../../ui/banner.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { formatSigned } from '../../ui/numbers.ts';
import { Tag } from '../../ui/tag.tsx';
import type { Adjustment } from '../schema/energy.ts';
import { balance } from './balance.ts';

/** As typed. */
export type AdjustValues = { uids: string; amount: string; reason: string };
export type AdjustProblem = { field: keyof AdjustValues; message: string };

type EnergyPreviewProps = {
  visit: PageView;
  values: AdjustValues;
  preview: Adjustment;
  once: string;
};

/** The effect of the adjustment on each member, and the button that confirms it. */
export function EnergyPreview({ visit, values, preview, once }: EnergyPreviewProps) {
  const { t, locale } = visit;
  const { rows, total, unknown } = preview;
  const below = rows.filter((row) => row.after < 0).length;
  return (
    <section class="card energy-preview" aria-labelledby="preview">
      <h2 id="preview">{t('admin.energy.preview_title')}</h2>
      <p class="energy-sum">
        {t('admin.energy.summary_give', {
          count: rows.length,
          amount: formatSigned(Number(values.amount), locale),
          total: formatSigned(total, locale),
        })}
        {below > 0 ? <Tag tone="warn">{t('admin.energy.negative', { count: below })}</Tag> : null}
      </p>
      <p class="meta">{t('admin.energy.because', { reason: values.reason })}</p>
      {unknown.length > 0 ? (
        <UnknownMembers visit={visit} values={values} preview={preview} />
      ) : (
        <ActionForm
          visit={visit}
          action="/admin/energy/adjust"
          next="/admin/energy"
          once={once}
          class="energy-confirm"
        >
          <input type="hidden" name="uids" value={rows.map((row) => row.uid).join(' ')} />
          <input type="hidden" name="amount" value={values.amount} />
          <input type="hidden" name="reason" value={values.reason} />
          <input type="hidden" name="dry_run" value="false" />
          <button class="button button-primary button-large" type="submit">
            {t('admin.energy.confirm', { total: formatSigned(total, locale) })}
          </button>
        </ActionForm>
      )}
      <PreviewTable visit={visit} rows={rows} />
    </section>
  );
}

/** D42: with unknown members nothing is adjusted, so offer to leave them out instead of the confirm button. */
function UnknownMembers({ visit, values, preview }: Omit<EnergyPreviewProps, 'once'>) {
  const { t, csrfToken } = visit;
  const { rows, unknown } = preview;
  return (
    <Banner tone="danger" title={t('admin.energy.unknown', { uids: unknown.join('、') })}>
      <p>{t('admin.energy.unknown_hint')}</p>
      {rows.length > 0 ? (
        <form class="actions" method="post" action="/admin/energy">
          <input type="hidden" name="csrf_token" value={csrfToken} />
          <input type="hidden" name="uids" value={rows.map((row) => row.uid).join(' ')} />
          <input type="hidden" name="amount" value={values.amount} />
          <input type="hidden" name="reason" value={values.reason} />
          <SubmitButton class="button">{t('admin.energy.without_unknown')}</SubmitButton>
        </form>
      ) : null}
    </Banner>
  );
}

function PreviewTable({ visit, rows }: { visit: PageView; rows: Adjustment['rows'] }) {
  const { t, locale } = visit;
  if (rows.length === 0) return null;
  return (
    <table class="table energy-table">
      <thead>
        <tr>
          <th scope="col">{t('admin.users.member')}</th>
          <th scope="col">{t('admin.energy.before')}</th>
          <th scope="col">{t('admin.energy.after')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.uid}>
            <th scope="row">
              {row.name} <span class="staff-person-uid">{t('admin.uid', { uid: row.uid })}</span>
            </th>
            <td class="staff-number">{balance(row.before, locale)}</td>
            <td class={row.after < 0 ? 'staff-number staff-below' : 'staff-number'}>
              <Icon of={ArrowRight} size={14} /> {balance(row.after, locale)}{' '}
              {row.after < 0 ? <Tag tone="warn">{t('admin.energy.below_zero')}</Tag> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
