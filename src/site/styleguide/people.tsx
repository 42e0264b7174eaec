import type { PageView } from '../../platform/http/page.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { EnergyPill } from '../../ui/energy.tsx';
import { ExpBar, LevelSeal } from '../../ui/level-seal.tsx';
import { LEVEL_EXP } from '../../users/rules.ts';
import { Section } from './section.tsx';

const SIZES = [24, 32, 40, 64, 96] as const;
const PERSON = { uid: 3, name: '林小灯', avatar_url: null };

export function People({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <Section title="People, levels, energy">
      <div class="row">
        {SIZES.map((size) => (
          <Avatar key={size} user={PERSON} size={size} />
        ))}
        <span class="avatar-with-dot">
          <Avatar user={PERSON} size={32} />
          <span class="checkin-dot" title={t('shell.not_checked_in')} />
        </span>
        <span class="avatar-with-dot">
          <Avatar user={PERSON} size={32} />
          <span class="checkin-dot checkin-dot-on" title={t('shell.checked_in')} />
        </span>
      </div>
      <div class="row">
        {LEVEL_EXP.map((exp, level) => (
          <LevelSeal key={exp} level={level} />
        ))}
        <EnergyPill value="42" label={t('shell.energy')} />
        <EnergyPill value="−3" label={t('shell.energy')} />
      </div>
      <ExpBar exp={1240} next={1500} label="1 240 / 1 500" />
      <ExpBar exp={11_000} next={null} label="Lv6" />
      <div class="person-row">
        <Avatar user={PERSON} size={40} />
        <div>
          <a class="person-name" href="#main">
            {PERSON.name} <LevelSeal level={4} />
          </a>
          <p class="person-line">一灯如豆，照见半页纸。A small lamp lights half a page of paper.</p>
        </div>
        <button class="button button-small" type="button">
          关注 Follow
        </button>
      </div>
    </Section>
  );
}
