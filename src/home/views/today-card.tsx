import { CHECKIN_ENERGY, CHECKIN_EXP } from '../../levels/rules.ts';
import { hourIn } from '../../platform/clock.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { Visitor } from '../../platform/http/visitor.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { memoizeByLocale } from '../../ui/memoize-by-locale.ts';
import { memoizedHtml } from '../../ui/memoized-html.ts';
import { formatNumber } from '../../ui/numbers.ts';
import type { Today } from '../actions/people.ts';
import { greetingAt } from '../rules.ts';

type TodayCardProps = { visit: PageView; visitor: Visitor; today: Today };

const weekdays = memoizeByLocale(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'narrow', timeZone: 'UTC' }),
);

/** A greeting, the check-ins of the last days as lamps, and the member's energy. */
export function TodayCard({ visit, visitor, today }: TodayCardProps) {
  const { t, locale, now } = visit;
  const { name, level, energy } = visitor;
  const hello = t(`home.hello_${greetingAt(hourIn(visit.site.time_zone, now))}`, { name });
  return (
    <section class="card home-today" aria-label={t('home.today')}>
      <MemoizedHead locale={locale} hello={hello} level={level} days={today.days} />
      <div class="today-energy meta">
        <p>
          <b>{formatNumber(energy, locale)}</b> {t('home.energy')}
        </p>
        <CheckIn visit={visit} visitor={visitor} />
      </div>
      <p class="today-note meta">
        {t(today.exp_left > 0 ? 'home.exp_left' : 'home.exp_full', { exp: today.exp_left })}{' '}
        <a href="/about/energy">{t('home.what_is_energy')}</a>
      </p>
    </section>
  );
}

/** D35: any request of a member checks in, so the button is for those who cannot, with the reason beside it. */
function CheckIn({ visit, visitor }: { visit: PageView; visitor: Visitor }) {
  const { t } = visit;
  if (visitor.checked_in_today)
    return <p>{t('home.checked_in_today', { energy: CHECKIN_ENERGY })}</p>;
  const isBanned = visitor.status === 'banned';
  const why = isBanned ? t('space.panel.checkin_banned') : t('space.panel.checkin_lv0');
  const cannot = isBanned || visitor.level === 0;
  const gain = { exp: CHECKIN_EXP, energy: CHECKIN_ENERGY };
  return (
    <ActionForm visit={visit} action="/level/checkin" class="today-checkin">
      <span id="checkin-why">{cannot ? why : t('space.panel.check_in_gain', gain)}</span>
      <button
        class="button button-small"
        type="submit"
        disabled={cannot}
        aria-describedby="checkin-why"
      >
        {t('space.panel.check_in')}
      </button>
    </ActionForm>
  );
}

/** The same until the member's next check-in. */
const MemoizedHead = memoizedHtml(Head);

type HeadProps = { locale: Locale; hello: string; level: number; days: Today['days'] };

function Head({ locale, hello, level, days }: HeadProps) {
  const t = translator(locale);
  return (
    <>
      <div class="today-head">
        <p class="today-hello">{hello}</p>
        <LevelSeal level={level} />
      </div>
      <ol class="today-week meta" aria-label={t('home.week')}>
        {days.map(({ day, checked_in }, index) => {
          const isToday = index === days.length - 1;
          return (
            <li
              key={day}
              class={checked_in ? 'today-day glow-1' : 'today-day glow-0'}
              {...(isToday ? { 'aria-current': 'date' as const } : {})}
            >
              <span class="lamp" />
              <span>
                {isToday ? t('home.now') : weekdays(locale).format(new Date(day))}
                <span class="visually-hidden">
                  {' '}
                  {t(checked_in ? 'home.checked_in' : 'home.not_checked_in')}
                </span>
              </span>
            </li>
          );
        })}
      </ol>
    </>
  );
}
