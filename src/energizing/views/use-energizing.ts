import { useRef, useState } from 'preact/hooks';
import type { Messages } from '../../platform/i18n.ts';
import { call, Problem } from '../../ui/client/api.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import type { SectionTranslate } from '../../ui/translations.ts';
import { FORMS, type Form } from '../rules.ts';
import type { Energized } from '../schema.ts';
import type { EnergizeMenuProps } from './energize-menu.tsx';

/** What came of the last press, said in the box, which lies above everything else on the page. */
export type Outcome = { text: string; tone: 'done' | 'refusal' };
export type EnergyCounts = { balance: number; given: number; energy: number };
type Start = Pick<EnergizeMenuProps, 'post_id' | 'energy' | 'reader' | 'once'>;

/** Energy is spent, so nothing is shown before the service has said so; one press at a time. */
export function useEnergizing(
  start: Start,
  say: SectionTranslate<Messages['reading']['energize']>,
) {
  const { post_id, energy, reader, once } = start;
  const [now, setNow] = useState<EnergyCounts>({
    energy,
    balance: reader?.balance ?? 0,
    given: reader?.given ?? 0,
  });
  const [presses, setPresses] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // The key of a press is the same until it has been answered: one that the network lost is not paid twice.
  const answered = useRef(0);
  const isBusy = useRef(false);

  async function energize(form: Form): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const energized = await call<Energized>('POST', '/api/energy/energize', {
        body: { post_id, form },
        key: `${once}-${form}-${answered.current}`,
      });
      answered.current += 1;
      setNow({ balance: energized.balance, given: energized.used, energy: energized.energy });
      setPresses((count) => count + 1);
      const amount = FORMS[form];
      const { exp_gained } = energized;
      setOutcome({
        tone: 'done',
        text:
          exp_gained > 0
            ? say('done', { amount, exp: exp_gained })
            : say('done_without_exp', { amount }),
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status > 0) answered.current += 1;
      setOutcome({ tone: 'refusal', text: describeProblem(error) });
    } finally {
      isBusy.current = false;
    }
  }

  return { now, outcome, presses, energize };
}
