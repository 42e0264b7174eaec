import { EXP_PER_ENERGY, FORMS } from '../../energizing/rules.ts';
import { CHECKIN_ENERGY, CHECKIN_EXP, CHECKIN_LEVEL, TASK_EXP } from '../../levels/rules.ts';
import type { PageView } from '../../platform/http/page.ts';
import { DELETE_COST, PUBLISH_LEVEL } from '../../posts/rules.ts';
import { renameCost, SEARCH_LEVEL } from '../../profiles/rules.ts';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { COMMENT_IMAGE_LEVEL } from '../../uploads/rules.ts';
import { LEVEL_EXP } from '../../users/rules.ts';

const plus = (amount: number) => `+${amount}`;
const minus = (amount: number) => `−${amount}`;
const NOTHING = '';

/** What earns and what costs energy and exp. */
export function PriceTable({ visit: { t } }: { visit: PageView }) {
  const received = { first: plus(FORMS.light), second: plus(FORMS.heavy) };
  const rows = [
    ['checkin', plus(CHECKIN_ENERGY), plus(CHECKIN_EXP)],
    ['received', t('about.energy.or', received), NOTHING],
    ['task', NOTHING, t('about.energy.each', { amount: plus(TASK_EXP) })],
    ['light', minus(FORMS.light), plus(FORMS.light * EXP_PER_ENERGY)],
    ['heavy', minus(FORMS.heavy), plus(FORMS.heavy * EXP_PER_ENERGY)],
    ['rename', minus(renameCost(true)), NOTHING],
    ['delete', minus(DELETE_COST), NOTHING],
  ] as const;
  return (
    <table class="table about-table">
      <thead>
        <tr>
          <th scope="col">{t('about.energy.what')}</th>
          <th scope="col">{t('about.energy.energy')}</th>
          <th scope="col">{t('about.energy.exp')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([row, energy, exp]) => (
          <tr key={row}>
            <th scope="row">{t(`about.energy.row_${row}`)}</th>
            <td class="about-energy">{energy}</td>
            <td>{exp}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const UNLOCKS = [
  ['start', 0],
  ['checkin', CHECKIN_LEVEL],
  ['publish', PUBLISH_LEVEL],
  ['search', SEARCH_LEVEL],
  ['images', COMMENT_IMAGE_LEVEL],
] as const;

/** Each level, the exp at which it begins and what it unlocks. */
export function LevelTable({ visit: { t, locale } }: { visit: PageView }) {
  const unlockedAt = (level: number) => {
    const names = UNLOCKS.filter(([, from]) => from === level).map(([name]) => name);
    if (names.length === 0) return t('about.energy.unlock_seal');
    return names.map((name) => t(`about.energy.unlock_${name}`)).join(t('about.energy.join'));
  };
  return (
    <table class="table about-table">
      <thead>
        <tr>
          <th scope="col">{t('about.energy.level')}</th>
          <th scope="col">{t('about.energy.from')}</th>
          <th scope="col">{t('about.energy.unlocks')}</th>
        </tr>
      </thead>
      <tbody>
        {LEVEL_EXP.map((exp, level) => (
          <tr key={exp}>
            <th scope="row">
              <LevelSeal level={level} />
            </th>
            <td>{formatNumber(exp, locale)}</td>
            <td>{unlockedAt(level)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
