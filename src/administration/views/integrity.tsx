import { CircleCheck, RefreshCw, ShieldQuestion, TriangleAlert } from 'lucide-static';
import type { Integrity, IntegrityRun } from '../../integrity/schema.ts';
import { LOCALES, type Translate } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Banner } from '../../ui/banner.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Tag } from '../../ui/tag.tsx';
import { TextWithCode } from '../../ui/text-with-code.tsx';
import { Time } from '../../ui/time.tsx';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';

type Check = IntegrityRun['checks'][number];

/** How many differences per check the page lists; the command line lists all. */
const NAMED = 20;

export function IntegrityPage({ admin, integrity }: { admin: AdminPage; integrity: Integrity }) {
  const { visit } = admin;
  const { t } = visit;
  const run = integrity.last_run;
  const again = (
    <ActionForm visit={visit} action="/admin/integrity/run">
      <button class="button button-primary" type="submit">
        <Icon of={RefreshCw} size={16} />
        {t('admin.integrity.run')}
      </button>
    </ActionForm>
  );
  return (
    <AdminLayout
      admin={admin}
      current="integrity"
      title={t('admin.integrity.title')}
      lead={t('admin.integrity.lead')}
      tools={again}
    >
      {run ? (
        <LastRun admin={admin} run={run} />
      ) : (
        <EmptyState icon={ShieldQuestion} title={t('admin.integrity.never')}>
          <p>{t('admin.integrity.never_hint')}</p>
        </EmptyState>
      )}
    </AdminLayout>
  );
}

function LastRun({ admin, run }: { admin: AdminPage; run: IntegrityRun }) {
  const { t } = admin.visit;
  const wrong = run.checks.filter((check) => check.total > 0);
  return (
    <>
      {run.clean ? (
        <Banner tone="success" title={t('admin.integrity.clean')}>
          <p>{t('admin.integrity.clean_hint', { count: run.checks.length })}</p>
          <When admin={admin} run={run} />
        </Banner>
      ) : (
        <Banner tone="danger" title={t('admin.integrity.broken', { count: wrong.length })}>
          <p>
            <TextWithCode text={t('admin.integrity.broken_hint')} />
          </p>
          <When admin={admin} run={run} />
        </Banner>
      )}
      <table class="table staff-table integrity-checks">
        <thead>
          <tr>
            <th scope="col">{t('admin.integrity.check')}</th>
            <th scope="col" class="staff-column-number">
              {t('admin.integrity.rows')}
            </th>
            <th scope="col" class="staff-column-person">
              {t('admin.integrity.differences')}
            </th>
          </tr>
        </thead>
        <tbody>
          {[...wrong, ...run.checks.filter((check) => check.total === 0)].map((check) => (
            <CheckRow key={check.name} admin={admin} check={check} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function When({ admin, run }: { admin: AdminPage; run: IntegrityRun }) {
  const { t, locale, now } = admin.visit;
  const took = new Date(run.finished_at).getTime() - new Date(run.started_at).getTime();
  return (
    <p class="meta">
      {t('admin.integrity.finished')} <Time at={run.finished_at} locale={locale} now={now} exact />{' '}
      · {t('admin.integrity.took', { seconds: formatNumber(Math.ceil(took / 1000), locale) })}
    </p>
  );
}

function CheckRow({ admin, check }: { admin: AdminPage; check: Check }) {
  const { t, locale } = admin.visit;
  return (
    <tr>
      <th scope="row">
        {titleOf(t, check)} <span class="staff-person-uid">{check.invariant}</span>
      </th>
      <td data-label={t('admin.integrity.rows')} class="staff-number">
        {formatNumber(check.rows, locale)}
      </td>
      <td data-label={t('admin.integrity.differences')}>
        {check.total === 0 ? (
          <Tag tone="success">
            <Icon of={CircleCheck} size={12} /> {t('admin.integrity.fine')}
          </Tag>
        ) : (
          <Differences admin={admin} check={check} />
        )}
      </td>
    </tr>
  );
}

function Differences({ admin, check }: { admin: AdminPage; check: Check }) {
  const { t } = admin.visit;
  const named = check.differences.slice(0, NAMED);
  const spell = (value: number | null | undefined) => value ?? t('admin.integrity.missing');
  return (
    <>
      <Tag tone="danger">
        <Icon of={TriangleAlert} size={12} /> {t('admin.integrity.differ', { count: check.total })}
      </Tag>
      <details class="integrity-differences">
        <summary>{t('admin.integrity.show', { number: named.length })}</summary>
        <ul>
          {named.map(({ subject, stored, actual }) => (
            <li key={subject}>
              <strong>{subject}</strong>
              {Object.keys(actual).map((figure) => (
                <span key={figure}>
                  {' '}
                  <code>{figure}</code> {t('admin.integrity.stored')} {spell(stored[figure])}
                  {' · '}
                  {t('admin.integrity.actual')} {spell(actual[figure])}
                </span>
              ))}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

type Known = keyof (typeof LOCALES)['zh-CN']['admin']['integrity']['checks'];

/** In the reader's language, or the check's own title if it has no translation. */
function titleOf(t: Translate, { name, title }: Check): string {
  const key = name.replaceAll(' ', '_');
  const known = Object.hasOwn(LOCALES['zh-CN'].admin.integrity.checks, key);
  return known ? t(`admin.integrity.checks.${key as Known}`) : title;
}
