import type { PageView } from '../../platform/http/page.ts';
import { SIGNATURE_MAX } from '../../profiles/rules.ts';
import type { OwnProfile } from '../../profiles/schema.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Tag } from '../../ui/tag.tsx';
import { formatRelativeTime } from '../../ui/time.tsx';
import { AccountForm, errorAt, type Refused } from './account-form.tsx';
import { AvatarSetting } from './settings-avatar.tsx';
import { addressOfTab, Setting } from './settings-page.tsx';
import { UsernameField } from './username-field.tsx';

export type ProfileSettingsProps = {
  visit: PageView;
  profile: OwnProfile;
  balance: number;
  /** Whether staff review changes before they are public. */
  reviewed: boolean;
  /** Exp for the first change of each, if still to come (SPEC §8). */
  rewards: Partial<Record<'avatar' | 'username' | 'signature', number>>;
  banned: boolean;
  refused?: Refused | undefined;
  typed?: { username?: string; signature?: string };
};

export function ProfileSettings(props: ProfileSettingsProps) {
  const { visit, profile, reviewed, rewards, banned, refused } = props;
  const { t } = visit;
  const reward = (exp: number | undefined) =>
    exp === undefined ? undefined : t('settings.task_reward', { exp });
  return (
    <>
      <AvatarSetting
        visit={visit}
        user={profile}
        disabled={banned}
        reward={reward(rewards.avatar)}
      />
      <Setting
        id="profile"
        title={t('settings.profile')}
        about={t(reviewed ? 'settings.profile_reviewed' : 'settings.profile_about')}
      >
        {profile.pending ? <Pending {...props} pending={profile.pending} /> : null}
        <AccountForm
          visit={visit}
          action="/settings/profile/update"
          next={addressOfTab('profile')}
          refused={refused}
          class="form setting-form"
        >
          <fieldset class="plain" disabled={banned || profile.pending !== null}>
            <UsernameField
              visit={visit}
              profile={profile}
              balance={props.balance}
              value={props.typed?.username ?? profile.username ?? ''}
              error={errorAt(refused, 'username')}
              reward={reward(rewards.username)}
              locked={banned || profile.pending !== null}
            />
            <SignatureField {...props} reward={reward(rewards.signature)} />
            {profile.pending ? (
              <p class="field-hint">{t('settings.pending_locked')}</p>
            ) : (
              <p>
                <SubmitButton>{t('settings.save')}</SubmitButton>
              </p>
            )}
          </fieldset>
        </AccountForm>
      </Setting>
    </>
  );
}

function SignatureField(props: ProfileSettingsProps & { reward: string | undefined }) {
  const { visit, profile, refused, typed, reward } = props;
  const { t } = visit;
  const error = errorAt(refused, 'signature');
  const value = typed?.signature ?? profile.signature;
  return (
    <div class="field">
      <div class="field-head">
        <label class="field-label" for="signature">
          {t('settings.signature')}
        </label>
        {reward ? <span class="setting-reward">{reward}</span> : null}
        <span class="field-count" data-count-of="signature" aria-hidden="true">
          {[...value].length}/{SIGNATURE_MAX}
        </span>
      </div>
      <input
        class="input"
        id="signature"
        name="signature"
        value={value}
        maxlength={2 * SIGNATURE_MAX}
        placeholder={t('settings.signature_placeholder')}
        autocomplete="off"
        data-max={SIGNATURE_MAX}
        data-fault={t('settings.signature_fault', { max: SIGNATURE_MAX })}
        aria-describedby={error ? 'signature-error signature-hint' : 'signature-hint'}
        {...(error ? { 'aria-invalid': true } : {})}
      />
      <p class="field-hint" id="signature-hint">
        {t('settings.signature_hint', { max: SIGNATURE_MAX })}
      </p>
      {error ? (
        <p class="field-error" id="signature-error">
          {error}
        </p>
      ) : null}
    </div>
  );
}

type PendingProps = ProfileSettingsProps & { pending: NonNullable<OwnProfile['pending']> };

/** D39: the pending change, its cost, and a button to withdraw it. */
function Pending({ visit, pending, banned }: PendingProps) {
  const { t, locale, now } = visit;
  const { username, signature, escrow } = pending;
  return (
    <div class="pending">
      <p class="pending-head">
        <Tag tone="warn">{t('settings.pending')}</Tag>
        <span class="meta">
          {t('settings.pending_about', {
            ago: formatRelativeTime(pending.created_at, now, locale),
          })}
        </span>
      </p>
      <dl class="facts">
        {username === null ? null : (
          <>
            <dt>{t('settings.pending_username')}</dt>
            <dd>{username}</dd>
          </>
        )}
        {signature === null ? null : (
          <>
            <dt>{t('settings.pending_signature')}</dt>
            <dd>{signature || t('settings.pending_signature_empty')}</dd>
          </>
        )}
      </dl>
      {escrow > 0 ? (
        <p class="field-hint">
          {t('settings.pending_escrow', { escrow: formatNumber(escrow, locale) })}
        </p>
      ) : null}
      <ActionForm
        visit={visit}
        action="/settings/profile/pending/delete"
        next={addressOfTab('profile')}
        data-bare
      >
        <button class="button button-small" type="submit" disabled={banned}>
          {t('settings.withdraw')}
        </button>
      </ActionForm>
    </div>
  );
}
