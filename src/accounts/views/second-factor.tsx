import type { PageView } from '../../platform/http/page.ts';
import { SubmitButton, TextField } from '../../ui/form.tsx';
import type { SecondFactorWay } from '../actions/second-factor-log-in.ts';
import { AccountForm, type Refused } from './account-form.tsx';
import { JoinCard } from './join-card.tsx';
import { PasskeyForm } from './passkey-form.tsx';

type SecondFactorProps = {
  visit: PageView;
  challenge: string;
  ways: SecondFactorWay[];
  next: string;
  refused?: Refused | undefined;
};

export function addressOfSecondFactor(next: string): string {
  const page = '/login/second-factor';
  return next === '/' ? page : `${page}?next=${encodeURIComponent(next)}`;
}

/** D64: after the right password. A code, a recovery code or a passkey opens the session. */
export function SecondFactorPage(props: SecondFactorProps) {
  const { visit, challenge, ways, next } = props;
  const { t } = visit;
  return (
    <JoinCard
      visit={visit}
      title={t('factors.step_title')}
      scripts={['joining']}
      noindex
      glow={2}
      address={addressOfSecondFactor(next)}
    >
      <p class="join-lead">
        {t(ways.includes('totp') ? 'factors.step_lead_totp' : 'factors.step_lead_passkey')}
      </p>
      {ways.includes('passkey') ? (
        <PasskeyForm
          visit={visit}
          action="/auth/second-factor"
          next={next}
          label={t('factors.use_passkey')}
          primary={!ways.includes('totp')}
        >
          <input type="hidden" name="challenge" value={challenge} />
        </PasskeyForm>
      ) : null}
      <CodeForm {...props} />
      <p class="join-other">
        <a href="/login">{t('factors.step_other')}</a>
      </p>
    </JoinCard>
  );
}

function CodeForm({ visit, challenge, ways, next, refused }: SecondFactorProps) {
  const { t } = visit;
  const totp = ways.includes('totp');
  return (
    <AccountForm
      visit={visit}
      action="/auth/second-factor"
      next={next}
      refused={refused}
      class="form"
    >
      <input type="hidden" name="challenge" value={challenge} />
      <TextField
        name="code"
        label={t(totp ? 'factors.step_code' : 'factors.step_recovery')}
        hint={t(totp ? 'factors.step_code_hint' : 'factors.step_recovery_hint')}
        autocomplete="one-time-code"
        code
      />
      <div class="field field-check">
        <input
          class="checkbox"
          id="trust_device"
          name="trust_device"
          type="checkbox"
          value="true"
        />
        <div>
          <label class="check-label" for="trust_device">
            {t('factors.step_trust')}
          </label>
          <p class="field-hint">{t('factors.step_trust_hint')}</p>
        </div>
      </div>
      <SubmitButton large>{t('joining.log_in')}</SubmitButton>
    </AccountForm>
  );
}
