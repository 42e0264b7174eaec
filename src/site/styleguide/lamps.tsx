import type { PageView } from '../../platform/http/page.ts';
import { BRIGHTEST, glowOf, leastEnergyOf } from '../../ui/glow.ts';
import { HungLamp } from '../../ui/hung-lamp.tsx';
import { PostLamp } from '../../ui/post-lamp.tsx';
import { LampScale } from '../views/lamp-scale.tsx';
import { Section } from './section.tsx';

const ENERGIES = Array.from({ length: BRIGHTEST + 1 }, (_, glow) => leastEnergyOf(glow));

/** Every brightness: on paper, on the evening panel, and at the end of a wire. */
export function Lamps({ visit }: { visit: PageView }) {
  return (
    <Section title="Lamps">
      <div class="row lamp-scale">
        {ENERGIES.map((energy) => (
          <div key={energy} class={`glow-${glowOf(energy)}`}>
            <PostLamp energy={energy} locale={visit.locale} />
          </div>
        ))}
      </div>
      <div class="dusk about-scale">
        <p>傍晚的面板 The evening panel</p>
        <LampScale visit={visit} />
        <p class="row">
          <a class="button button-primary" href="#main">
            主要 Primary
          </a>
          <a class="button" href="#main">
            次要 Secondary
          </a>
          <a href="#main">一个链接 A link</a>
          <span class="meta">旁注 A note</span>
        </p>
      </div>
      <div class="row lamp-scale">
        <HungLamp />
        <HungLamp glow={2} />
        <HungLamp glow={4} />
      </div>
    </Section>
  );
}
