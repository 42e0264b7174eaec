import { Check, EyeOff, Zap } from 'lucide-static';
import type { EnergyEntry } from '../../energy/schema.ts';
import { CHECKIN_ENERGY, CHECKIN_EXP } from '../../levels/rules.ts';
import type { LevelInfo } from '../../levels/schema.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { Visitor } from '../../platform/http/visitor.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { EnergyRows, type Titles } from './ledger.tsx';
import { spaceHref } from './space-links.ts';

type PersonalPanelProps = {
  visit: PageView;
  visitor: Visitor;
  level: LevelInfo;
  /** D43: the last seven days; null beside the whole ledger, which shows them already. */
  week: { entries: EnergyEntry[]; titles: Titles } | null;
};

/** More entries are collapsed. */
const SHOWN = 3;

/** The member's energy and exp, and their sources. Only the member sees it. */
export function PersonalPanel({ visit, visitor, level, week }: PersonalPanelProps) {
  const { t, locale } = visit;
  return (
    <aside class="card personal" aria-labelledby="panel">
      <div class="personal-head">
        <h2 id="panel">{t('space.panel.heading')}</h2>
        <span class="meta">
          <Icon of={EyeOff} size={14} /> {t('space.panel.only_you')}
        </span>
      </div>
      <div class="personal-balance">
        <p class="personal-energy">
          <Icon of={Zap} size={24} />
          <span class="visually-hidden">{t('space.panel.energy')} </span>
          {formatNumber(visitor.energy, locale)}
        </p>
        <CheckIn visit={visit} visitor={visitor} />
      </div>
      <MemberProgress visit={visit} level={level} />
      {week ? (
        <>
          {/* Always open beside the posts; collapsed above them on a phone, where it would push them out of sight. */}
          <details class="personal-week">
            <summary>
              <h3>{t('space.panel.week')}</h3>
            </summary>
            <Week visit={visit} {...week} />
          </details>
          <p class="personal-more">
            <a href={spaceHref(visitor.uid, { ledger: 'energy' })}>
              {t('space.panel.all_records')}
            </a>
          </p>
        </>
      ) : null}
    </aside>
  );
}

/** D35: if the member cannot check in, the reason is next to the button. */
function CheckIn({ visit, visitor }: { visit: PageView; visitor: Visitor }) {
  const { t } = visit;
  if (visitor.checked_in_today) {
    return (
      <p class="personal-checked">
        <Icon of={Check} size={16} /> {t('space.panel.checked_in')}
      </p>
    );
  }
  const why =
    visitor.status === 'banned'
      ? t('space.panel.checkin_banned')
      : visitor.level === 0
        ? t('space.panel.checkin_lv0')
        : null;
  const gain = { exp: CHECKIN_EXP, energy: CHECKIN_ENERGY };
  return (
    <ActionForm visit={visit} action="/level/checkin" class="personal-checkin">
      <button
        class="button button-primary button-small"
        type="submit"
        disabled={why !== null}
        aria-describedby="checkin-why"
      >
        {t('space.panel.check_in')}
      </button>
      <span class="meta" id="checkin-why">
        {why ?? t('space.panel.check_in_gain', gain)}
      </span>
    </ActionForm>
  );
}

function MemberProgress({ visit, level }: { visit: PageView; level: LevelInfo }) {
  const { t, locale } = visit;
  const { exp, next_level_exp, energize_exp_today, energize_exp_max } = level;
  const open = level.tasks.filter((one) => !one.done);
  return (
    <dl class="personal-facts">
      {next_level_exp === null ? null : (
        <div>
          <dt>{t('space.panel.to_next', { level: level.level + 1 })}</dt>
          <dd>
            {t('space.panel.to_next_value', { exp: formatNumber(next_level_exp - exp, locale) })}
          </dd>
        </div>
      )}
      <div>
        <dt>{t('space.panel.energize_exp')}</dt>
        <dd>
          {t('space.panel.energize_exp_value', { exp: energize_exp_today, max: energize_exp_max })}
        </dd>
      </div>
      {open.map(({ task, exp: gain }) => (
        <div key={task}>
          <dt>
            <a href={`/settings?tab=profile#${task}`}>{t(`space.panel.task.${task}`)}</a>
          </dt>
          <dd>{t('space.panel.task_gain', { exp: gain })}</dd>
        </div>
      ))}
    </dl>
  );
}

type WeekProps = { visit: PageView; entries: EnergyEntry[]; titles: Titles };

function Week({ visit, entries, titles }: WeekProps) {
  const { t } = visit;
  const [first, rest] = [entries.slice(0, SHOWN), entries.slice(SHOWN)];
  if (first.length === 0) return <p class="meta">{t('space.panel.week_empty')}</p>;
  return (
    <div>
      <EnergyRows visit={visit} entries={first} titles={titles} />
      {rest.length > 0 ? (
        <details class="personal-rest">
          <summary>{t('space.panel.week_more', { count: rest.length })}</summary>
          <EnergyRows visit={visit} entries={rest} titles={titles} />
        </details>
      ) : null}
    </div>
  );
}
