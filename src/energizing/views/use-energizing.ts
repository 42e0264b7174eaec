import { useRef, useState } from 'preact/hooks';
import type { Locale, Messages } from '../../platform/i18n.ts';
import { call, Problem } from '../../ui/client/api.ts';
import { describeProblem } from '../../ui/client/texts.ts';
import type { SectionTranslate } from '../../ui/translations.ts';
import { FORMS, type Form } from '../rules.ts';
import type { Energized } from '../schema.ts';

export type EnergizeMenuProps = {
  post_id: number;
  energy: number;
  /** Null for an anonymous visitor. */
  reader: { balance: number; given: number; is_author: boolean } | null;
  disabled: boolean;
  form: { here: string; csrfToken: string };
  /** Part of the idempotency key: a repeated request has no second effect. */
  once: string;
  words: Messages['reading']['energize'];
  locale: Locale;
};

/** The result of the last gift, shown in the popover, which covers the toasts of the page. */
export type Outcome = { text: string; tone: 'done' | 'refusal' };
export type EnergyCounts = { balance: number; given: number; energy: number };
type InitialState = Pick<EnergizeMenuProps, 'post_id' | 'energy' | 'reader' | 'once'>;

/** Energizing costs energy, so the page shows only confirmed results, and sends one request at a time. */
export function useEnergizing(
  initial: InitialState,
  t: SectionTranslate<Messages['reading']['energize']>,
) {
  const { post_id, energy, reader, once } = initial;
  const [now, setNow] = useState<EnergyCounts>({
    energy,
    balance: reader?.balance ?? 0,
    given: reader?.given ?? 0,
  });
  const [gifts, setGifts] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
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
      setNow({ balance: energized.balance, given: energized.used, energy: energized.energy });
      setGifts((count) => count + 1);
      const amount = FORMS[form];
      const { exp_gained } = energized;
      setOutcome({
        tone: 'done',
        text:
          exp_gained > 0
            ? t('done', { amount, exp: exp_gained })
            : t('done_without_exp', { amount }),
      });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.status > 0) responses.current += 1;
      setOutcome({ tone: 'refusal', text: describeProblem(error) });
    } finally {
      isBusy.current = false;
    }
  }

  return { now, outcome, gifts, energize };
}
