import { CircleAlert, CircleCheck, CircleX } from 'lucide-static';
import { GROUP_NAMES, GROUPS, type Group, type State } from '../../health/rules.ts';
import type { Health, HealthRow } from '../../health/schema.ts';
import type { PageView } from '../../platform/http/page.ts';
import { Icon } from '../../ui/icons.tsx';
import { Tag } from '../../ui/tag.tsx';
import { TextWithCode } from '../../ui/text-with-code.tsx';
import { Time } from '../../ui/time.tsx';
import { AdminLayout, type AdminPage } from './admin-layout.tsx';

const ICONS: Record<State, string> = {
  good: CircleCheck,
  doubtful: CircleAlert,
  wrong: CircleX,
};
const TONES = { good: 'success', doubtful: 'warn', wrong: 'danger' } as const;

/** Decision 0070: one line a check, and what to do about those that are not good. */
export function HealthPage({ admin, health }: { admin: AdminPage; health: Health }) {
  const { visit } = admin;
  const { t, locale, now } = visit;
  return (
    <AdminLayout
      admin={admin}
      current="health"
      title={t('health.title')}
      lead={t('health.lead')}
      tools={
        <a class="button" href="/admin/health">
          {t('health.again')}
        </a>
      }
    >
      <div class="stack health">
        <p class={`card health-summary health-${health.state}`} role="status">
          <Icon of={ICONS[health.state]} size={20} />
          <span>{summaryOf(visit, health)}</span>
          <span class="meta">
            {t('health.checked')} <Time at={health.checked_at} locale={locale} now={now} />
          </span>
        </p>
        {GROUP_NAMES.map((group) => (
          <GroupCard key={group} visit={visit} group={group} checks={health.checks} />
        ))}
        <p class="meta">
          <TextWithCode text={t('health.doctor')} />
        </p>
      </div>
    </AdminLayout>
  );
}

function summaryOf({ t }: PageView, { state, checks }: Health): string {
  if (state === 'good') return t('health.all_good');
  const names = checks.filter((one) => one.state === state).map(({ title }) => title);
  return t(`health.some_${state}`, { names: names.join(t('health.list')) });
}

type GroupProps = { visit: PageView; group: Group; checks: HealthRow[] };

function GroupCard({ visit, group, checks }: GroupProps) {
  const names: readonly string[] = GROUPS[group];
  return (
    <section class="card health-group" aria-labelledby={`health-${group}`}>
      <h2 id={`health-${group}`}>{visit.t(`health.group.${group}`)}</h2>
      <ul>
        {checks
          .filter(({ name }) => names.includes(name))
          .map((check) => (
            <CheckRow key={check.title} visit={visit} check={check} />
          ))}
      </ul>
    </section>
  );
}

function CheckRow({ visit, check }: { visit: PageView; check: HealthRow }) {
  const { title, state, found, meaning, advice } = check;
  return (
    <li class="health-check">
      <div class="health-head">
        <h3>{title}</h3>
        <Tag tone={TONES[state]}>
          <Icon of={ICONS[state]} size={12} /> {visit.t(`health.state.${state}`)}
        </Tag>
      </div>
      <p class="health-found">
        <TextWithCode text={found} />
      </p>
      <p class="meta">{meaning}</p>
      {advice ? (
        <p class="health-hint">
          <TextWithCode text={advice} />
        </p>
      ) : null}
    </li>
  );
}
