import { Zap } from 'lucide-static';
import type { Locale, Messages } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { formatCompact, formatNumber } from '../../ui/numbers.ts';
import { Popover } from '../../ui/popover.tsx';
import { createSectionTranslate, type SectionTranslate } from '../../ui/translations.ts';
import { EXP_PER_ENERGY, FORMS, type Form, POST_CAP } from '../rules.ts';
import { type EnergyCounts, type Outcome, useEnergizing } from './use-energizing.ts';

type Words = Messages['reading']['energize'];

export type EnergizeMenuProps = {
  post_id: number;
  energy: number;
  /** Null for who is not logged in. */
  reader: { balance: number; given: number; is_author: boolean } | null;
  disabled: boolean;
  form: { here: string; csrfToken: string };
  /** Makes a repeat of the same press one press. */
  once: string;
  words: Words;
  locale: Locale;
};

export function EnergizeMenu(props: EnergizeMenuProps) {
  const { disabled, form, locale, reader, words } = props;
  const say = createSectionTranslate(words, locale);
  const { now, outcome, presses, energize } = useEnergizing(props, say);
  const face = (
    <>
      {/* A new element for every press, so that the spark starts anew. */}
      <span key={presses} class={presses > 0 ? 'charge charge-on' : 'charge'}>
        <Icon of={Zap} />
      </span>
      <span class="action-label">{say('energize')}</span>
      {now.energy > 0 ? (
        <span class="action-count">{formatCompact(now.energy, locale)}</span>
      ) : null}
    </>
  );
  if (disabled) {
    return (
      <button class="action action-energy" type="button" disabled aria-describedby="action-reason">
        {face}
      </button>
    );
  }
  return (
    <Popover id="energize" class="energize" buttonClass="action action-energy" button={face}>
      <h2 class="energize-title">{say('title')}</h2>
      <p class="energize-text">{say('explain')}</p>
      {reader === null ? (
        <LogIn here={form.here} say={say} />
      ) : reader.is_author ? (
        <p class="energize-refusal">{say('own')}</p>
      ) : (
        <Giving {...props} say={say} now={now} outcome={outcome} energize={energize} />
      )}
    </Popover>
  );
}

function LogIn({ here, say }: { here: string; say: SectionTranslate<Words> }) {
  return (
    <>
      <p class="energize-text">{say('log_in_hint')}</p>
      <a
        class="button button-primary"
        href={`/login?next=${encodeURIComponent(here)}`}
        rel="nofollow"
      >
        {say('log_in')}
      </a>
    </>
  );
}

type GivingProps = EnergizeMenuProps & {
  say: SectionTranslate<Words>;
  now: EnergyCounts;
  outcome: Outcome | null;
  energize: (form: Form) => Promise<void>;
};

/** The two forms, what is left and what was given. Why not is said before anybody runs into it (D37). */
function Giving(props: GivingProps) {
  const { form, locale, now, once, outcome, post_id, say, energize } = props;
  const { balance, given } = now;
  const shownBalance = formatNumber(balance, locale).replace('-', '−');
  const remaining = POST_CAP - given;
  const refusal =
    remaining <= 0
      ? say('full')
      : balance < 0
        ? say('negative', { balance: shownBalance })
        : remaining < FORMS.heavy
          ? say('nearly_full', { remaining })
          : '';
  return (
    <>
      <div class="energize-forms">
        {(Object.keys(FORMS) as Form[]).map((name) => (
          <ActionForm
            key={name}
            visit={form}
            action="/energy/energize"
            once={`${once}-${name}`}
            data-bare
          >
            <input type="hidden" name="post_id" value={post_id} />
            <button
              class="energize-form"
              type="submit"
              name="form"
              value={name}
              disabled={balance < 0 || given + FORMS[name] > POST_CAP}
              onClick={(event) => {
                event.preventDefault();
                void energize(name);
              }}
            >
              <span class="energize-name">
                {say(name)} {say('cost', { amount: FORMS[name] })}
              </span>
              <span>{say('gain_author', { amount: FORMS[name] })}</span>
              <span>{say('gain_you', { exp: FORMS[name] * EXP_PER_ENERGY })}</span>
            </button>
          </ActionForm>
        ))}
      </div>
      <dl class="energize-numbers">
        <div>
          <dt>{say('balance')}</dt>
          <dd>{shownBalance}</dd>
        </div>
        <div>
          <dt>{say('given')}</dt>
          <dd>
            {given}/{POST_CAP}
          </dd>
        </div>
      </dl>
      <progress class="energize-bar" value={given} max={POST_CAP} aria-label={say('given')} />
      <div role="status">
        {outcome ? <p class={`energize-${outcome.tone}`}>{outcome.text}</p> : null}
      </div>
      {refusal ? <p class="energize-refusal">{refusal}</p> : null}
    </>
  );
}
