import { Feather, ShieldCheck, Zap } from 'lucide-static';
import { CHECKIN_ENERGY } from '../../levels/rules.ts';
import type { PageView } from '../../platform/http/page.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { glowOf } from '../../ui/glow.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatCompact } from '../../ui/numbers.ts';

type WelcomeProps = { visit: PageView; posts: PostSummary[] };

/** For anonymous visitors: one sentence, the posts of tonight as lamps on a wire, three facts. */
export function Welcome({ visit, posts }: WelcomeProps) {
  const { t } = visit;
  return (
    <>
      <section class="dusk welcome">
        <h1>{t('home.welcome')}</h1>
        <div class="welcome-text">
          <p class="welcome-lead">{t('home.welcome_lead')}</p>
          <p class="row">
            <a class="button button-primary" href="/register" rel="nofollow">
              {t('home.join')}
            </a>
            <a class="button" href="/about/energy">
              {t('home.how_it_works')}
            </a>
          </p>
        </div>
        {posts.length > 0 ? <LampsOfTonight visit={visit} posts={posts} /> : null}
      </section>
      <dl class="home-facts">
        <div>
          <dt>
            <Icon of={Feather} size={16} /> {t('home.fact_write')}
          </dt>
          <dd>{t('home.fact_write_text')}</dd>
        </div>
        <div>
          <dt class="home-fact-energy">
            <Icon of={Zap} size={16} /> {t('home.fact_energy')}
          </dt>
          <dd>{t('home.fact_energy_text', { energy: CHECKIN_ENERGY })}</dd>
        </div>
        <div>
          <dt>
            <Icon of={ShieldCheck} size={16} /> {t('home.fact_watch')}
          </dt>
          <dd>{t('home.fact_watch_text')}</dd>
        </div>
      </dl>
    </>
  );
}

function LampsOfTonight({ visit, posts }: WelcomeProps) {
  const { t, locale } = visit;
  const middle = (posts.length - 1) / 2;
  return (
    <div class="welcome-wire">
      <svg viewBox="0 0 100 46" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 -6Q50 98 100 -6" />
      </svg>
      <ul aria-label={t('home.tonight')}>
        {posts.map(({ id, title, energy }, index) => (
          // The lower, the nearer to the middle. Every other lamp has its title below it: the brighter ones.
          <li key={id} class={`glow-${glowOf(energy)} sag-${Math.floor(Math.abs(index - middle))}`}>
            <a
              href={`/posts/${id}`}
              title={`${title} · ${t('shell.energy')} ${formatCompact(energy, locale)}`}
            >
              <span class="lamp" />
              <span class="welcome-title">{title}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
