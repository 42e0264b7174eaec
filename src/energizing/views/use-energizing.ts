import { useRef, useState } from 'preact/hooks';
import type { Locale, Messages } from '../../platform/i18n.ts';
import { call, Problem } from '../../ui/client/api.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import { glowOf } from '../../ui/glow.ts';
import { formatCompact, formatNumber } from '../../ui/numbers.ts';
import type { SectionTranslate } from '../../ui/translations.ts';
import { FORMS, type Form } from '../rules.ts';
import type { Energized } from '../schema.ts';

export type GiftFormProps = {
  post_id: number;
  reader: { balance: number; given: number };
  form: { here: string; csrfToken: string };
  /** Part of the idempotency key: a repeated request has no second effect. */
  once: string;
  words: Messages['reading']['energize'];
  locale: Locale;
};

/** Energizing costs energy, so the page shows only confirmed results, and sends one request at a time. */
export function useEnergizing(
  { post_id, reader, once, locale }: GiftFormProps,
  t: SectionTranslate<Messages['reading']['energize']>,
) {
  const [now, setNow] = useState(reader);
  /** The result of the last gift. */
  const [outcome, setOutcome] = useState('');
  // The idempotency key changes only after a response: a retry of a lost request is not charged twice.
  const responses = useRef(0);
  const isBusy = useRef(false);

  async function energize(form: Form): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const energized = await call<Energized>('POST', '/api/energy/energize', {
        body: { post_id, form },
        key: `${once}-${form}-${responses.current}`,
      });
      responses.current += 1;
      const { balance, used, energy, exp_gained } = energized;
      setNow({ balance, given: used });
      kindle(formatCompact(energy, locale), glowOf(energy), used);
      // In the member's menu.
      document.querySelector('[data-balance]')?.replaceChildren(formatNumber(balance, locale));
      const amount = FORMS[form];
      setOutcome(
        exp_gained > 0 ? t('done', { amount, exp: exp_gained }) : t('done_without_exp', { amount }),
      );
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status > 0) responses.current += 1;
      setOutcome(describeProblem(error));
    } finally {
      isBusy.current = false;
    }
  }

  return { now, outcome, energize };
}

/** What the page shows of the gift outside of the form: the lamp, the numbers and the reader's own face. */
function kindle(energy: string, glow: number, given: number): void {
  for (const one of document.querySelectorAll('[data-energy]')) one.textContent = energy;
  const lamp = document.querySelector<HTMLElement>('.post-hang');
  if (lamp) {
    lamp.className = `post-hang glow-${glow}`;
    // Reading the size restarts the animation.
    if (lamp.offsetWidth) lamp.classList.add('kindled');
  }
  const bulb = document.getElementById('own-bulb');
  if (bulb) {
    bulb.hidden = false;
    const total = bulb.querySelector('b');
    if (total) total.textContent = `+${given}`;
  }
}
