import { Zap } from 'lucide-static';
import type { Messages } from '../../platform/i18n.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Icon } from '../../ui/icons.tsx';
import { formatCompact, formatNumber } from '../../ui/numbers.ts';
import { Popover } from '../../ui/popover.tsx';
import { createSectionTranslate, type SectionTranslate } from '../../ui/translations.ts';
import { EXP_PER_ENERGY, FORMS, type Form, POST_CAP } from '../rules.ts';
import {
  type EnergizeMenuProps,
  type EnergyCounts,
  type Outcome,
  useEnergizing,
} from './use-energizing.ts';

type Words = Messages['reading']['energize'];

export function EnergizeMenu(props: EnergizeMenuProps) {
  const { disabled, form, locale, reader, words } = props;
  const t = createSectionTranslate(words, locale);
  const { now, outcome, gifts, energize } = useEnergizing(props, t);
  const face = (
    <>
      {/* A new element for every gift, so that the animation restarts. */}
      <span key={gifts} class={gifts > 0 ? 'charge charge-on' : 'charge'}>
        <Icon of={Zap} />
      </span>
      <span class="action-label">{t('energize')}</span>
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
      <h2 class="energize-title">{t('title')}</h2>
      <p class="energize-text">{t('explain')}</p>
      {reader === null ? (
        <LogIn here={form.here} t={t} />
      ) : reader.is_author ? (
        <p class="energize-refusal">{t('own')}</p>
      ) : (
        <GiftForms {...props} t={t} now={now} outcome={outcome} energize={energize} />
      )}
    </Popover>
  );
}

function LogIn({ here, t }: { here: string; t: SectionTranslate<Words> }) {
  return (
    <>
      <p class="energize-text">{t('log_in_hint')}</p>
      <a
        class="button button-primary"
        href={`/login?next=${encodeURIComponent(here)}`}
        rel="nofollow"
      >
        {t('log_in')}
      </a>
    </>
  );
}

type GiftFormsProps = EnergizeMenuProps & {
  t: SectionTranslate<Words>;
  now: EnergyCounts;
  outcome: Outcome | null;
  energize: (form: Form) => Promise<void>;
};

/** The two forms, the balance and the total so far. D37: shows a refusal before the reader tries. */
function GiftForms(props: GiftFormsProps) {
  const { form, locale, now, once, outcome, post_id, t, energize } = props;
  const { balance, given } = now;
  const shownBalance = formatNumber(balance, locale).replace('-', '−');
  const remaining = POST_CAP - given;
  const refusal =
    remaining <= 0
      ? t('full')
      : balance < 0
        ? t('negative', { balance: shownBalance })
        : remaining < FORMS.heavy
          ? t('nearly_full', { remaining })
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
                {t(name)} {t('cost', { amount: FORMS[name] })}
              </span>
              <span>{t('gain_author', { amount: FORMS[name] })}</span>
              <span>{t('gain_you', { exp: FORMS[name] * EXP_PER_ENERGY })}</span>
            </button>
          </ActionForm>
        ))}
      </div>
      <dl class="energize-numbers">
        <div>
          <dt>{t('balance')}</dt>
          <dd>{shownBalance}</dd>
        </div>
        <div>
          <dt>{t('given')}</dt>
          <dd>
            {given}/{POST_CAP}
          </dd>
        </div>
      </dl>
      <progress class="energize-bar" value={given} max={POST_CAP} aria-label={t('given')} />
      <div role="status">
        {outcome ? <p class={`energize-${outcome.tone}`}>{outcome.text}</p> : null}
      </div>
      {refusal ? <p class="energize-refusal">{refusal}</p> : null}
    </>
  );
}
