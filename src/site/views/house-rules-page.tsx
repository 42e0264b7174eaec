import type { PageView } from '../../platform/http/page.ts';
import { AboutLayout } from './about-layout.tsx';

const RULES = ['know', 'own', 'kind', 'private', 'safe'] as const;

export function HouseRulesPage({ visit }: { visit: PageView }) {
  const { t } = visit;
  return (
    <AboutLayout visit={visit} name="rules">
      <article class="about about-narrow">
        <header>
          <h1>{t('about.rules.title')}</h1>
          <p class="lead">{t('about.rules.lead')}</p>
        </header>
        <ol class="house-rules">
          {RULES.map((rule) => (
            <li key={rule} class="glow-0">
              <span class="lamp" />
              <div>
                <h2>{t(`about.rules.${rule}`)}</h2>
                <p>{t(`about.rules.${rule}_text`)}</p>
              </div>
            </li>
          ))}
        </ol>
        <section>
          <h2>{t('about.rules.after')}</h2>
          <p class="lead">{t('about.rules.after_text')}</p>
        </section>
        <p class="actions">
          <a class="button" href="/about/energy">
            {t('shell.energy_page')}
          </a>
          <a class="button button-quiet" href="/">
            {t('about.rules.back')}
          </a>
        </p>
      </article>
    </AboutLayout>
  );
}
