import type { Messages } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { createSectionTranslate, type SectionTranslate } from '../../ui/translations.ts';
import { FORMS, type Form, POST_CAP } from '../rules.ts';
import { type GiftFormProps, useEnergizing } from './use-energizing.ts';

/** Rendered by the server, hydrated in the browser. */
export function GiftForm(props: GiftFormProps) {
  const t = createSectionTranslate(props.words, props.locale);
  const { now, outcome, energize } = useEnergizing(props, t);
  return <Give {...props} reader={now} outcome={outcome} onGive={energize} />;
}

type GiveProps = GiftFormProps & {
  /** A reason that the numbers do not show. */
  refusal?: string;
  isBarred?: boolean;
  outcome?: string;
  onGive?: (form: Form) => Promise<void>;
};

/** The two forms, the balance and the total so far. D37: shows a refusal before the reader tries. */
export function Give(props: GiveProps) {
  const { form, locale, once, outcome, post_id, isBarred = false, onGive } = props;
  const { balance, given } = props.reader;
  const t = createSectionTranslate(props.words, locale);
  const refusal = props.refusal ?? refusalOf(props, t);
  return (
    <div class="give">
      <div class="give-mine">
        <p class="meta">
          {t('given', { given, max: POST_CAP })}
          <span>
            {t('balance')} <b>{formatNumber(balance, locale)}</b>
          </span>
        </p>
        <progress class="exp-bar give-bar" value={given} max={POST_CAP} aria-hidden="true" />
      </div>
      <ActionForm visit={form} action="/energy/energize" once={once} class="give-forms" data-bare>
        <input type="hidden" name="post_id" value={post_id} />
        {(Object.keys(FORMS) as Form[]).map((name) => (
          <button
            key={name}
            class={`button button-${name === 'heavy' ? 'energy' : 'energy-soft'}`}
            type="submit"
            name="form"
            value={name}
            disabled={isBarred || balance < 0 || given + FORMS[name] > POST_CAP}
            aria-describedby={refusal ? 'give-reason' : undefined}
            onClick={(event) => {
              event.preventDefault();
              void onGive?.(name);
            }}
          >
            {t(name, { amount: FORMS[name] })}
          </button>
        ))}
      </ActionForm>
      <p class="give-outcome" role="status">
        {outcome}
      </p>
      {refusal ? (
        <p class="give-outcome" id="give-reason">
          {refusal}
        </p>
      ) : null}
    </div>
  );
}

function refusalOf(
  { reader: { balance, given }, locale }: GiftFormProps,
  t: SectionTranslate<Messages['reading']['energize']>,
): string {
  const remaining = POST_CAP - given;
  if (remaining <= 0) return t('full');
  if (balance < 0) return t('negative', { balance: formatNumber(balance, locale) });
  return remaining < FORMS.heavy ? t('nearly_full', { remaining }) : '';
}
