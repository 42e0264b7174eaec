import type { PageView } from '../../platform/http/page.ts';
import { HungLamp } from '../../ui/hung-lamp.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { AboutLayout } from './about-layout.tsx';
import { LampScale } from './lamp-scale.tsx';
import { LevelTable, PriceTable } from './rule-tables.tsx';

const STEPS = ['earn', 'give', 'receive'] as const;
const QUESTIONS = ['buy', 'back', 'negative', 'refund'] as const;

/** Energy and levels in plain words, for everybody. */
export function EnergyPage({ visit }: { visit: PageView }) {
  const { t, locale, visitor } = visit;
  return (
    <AboutLayout visit={visit} name="energy">
      <article class="about">
        <header>
          <h1>{t('about.energy.title')}</h1>
          <p class="lead">{t('about.energy.lead')}</p>
          {visitor ? (
            <p class="about-yours">
              {t('about.energy.yours', {
                energy: formatNumber(visitor.energy, locale),
                level: visitor.level,
              })}
            </p>
          ) : null}
        </header>

        <section class="dusk about-scale">
          <h2>{t('about.energy.scale')}</h2>
          <p class="meta">{t('about.energy.scale_hint')}</p>
          <LampScale visit={visit} />
        </section>

        <section>
          <h2>{t('about.energy.flow')}</h2>
          <ol class="about-steps">
            {STEPS.map((step, index) => (
              <li key={step}>
                <HungLamp glow={2 * index + 1} />
                <h3>{t(`about.energy.${step}`)}</h3>
                <p>{t(`about.energy.${step}_text`)}</p>
              </li>
            ))}
          </ol>
        </section>

        <section>
          <h2>{t('about.energy.prices')}</h2>
          <PriceTable visit={visit} />
        </section>

        <section>
          <h2>{t('about.energy.levels')}</h2>
          <p class="lead">{t('about.energy.levels_hint')}</p>
          <LevelTable visit={visit} />
        </section>

        <section>
          <h2>{t('about.energy.questions')}</h2>
          <dl class="about-questions">
            {QUESTIONS.map((question) => (
              <div key={question}>
                <dt>{t(`about.energy.q_${question}`)}</dt>
                <dd>{t(`about.energy.a_${question}`)}</dd>
              </div>
            ))}
          </dl>
        </section>

        <p class="actions">
          {visitor ? null : (
            <a class="button button-primary" href="/register">
              {t('about.energy.start')}
            </a>
          )}
          <a class={visitor ? 'button button-primary' : 'button'} href="/">
            {t('about.energy.read')}
          </a>
          <a class="button button-quiet" href="/about/rules">
            {t('shell.rules')}
          </a>
        </p>
      </article>
    </AboutLayout>
  );
}
