import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VNode } from 'preact';
import { Type } from 'typebox';
import { getEmailSettings } from '../../account-mail/actions/email-settings.ts';
import { EmailSetting, type EmailSettingProps } from '../../account-mail/views/email-setting.tsx';
import { getDigestSettings } from '../../digest/actions/digest-settings.ts';
import { DigestSetting } from '../../digest/views/digest-setting.tsx';
import { findBalance } from '../../energy/store/shared.ts';
import { getExport } from '../../exports/actions/request-export.ts';
import { ExportSetting, type ExportSettingProps } from '../../exports/views/export-setting.tsx';
import { getFeedSettings } from '../../feeds/actions/feed-settings.ts';
import { getPrivacy } from '../../follows/actions.ts';
import { listConnectedAccounts } from '../../identities/actions/link-identity.ts';
import { providersOf } from '../../identities/providers/all.ts';
import { ConnectedAccounts } from '../../identities/views/connected-accounts.tsx';
import { canInvite } from '../../invitations/actions/manage-invitations.ts';
import { getLevelInfo } from '../../levels/actions.ts';
import { getAddressState } from '../../mail/actions/enable-address.ts';
import { getNotifyPrefs } from '../../notifications/actions/prefs.ts';
import type { App } from '../../platform/http/app-types.ts';
import { asPage, pageViewOf, queryOf, sendPage } from '../../platform/http/page.ts';
import { addPreferenceRoute } from '../../platform/http/preference-routes.ts';
import { Closed } from '../../platform/http/validation.ts';
import { getOwnProfile } from '../../profiles/actions/show-profile.ts';
import { getPushSettings } from '../../push/actions/subscribe.ts';
import { PushSetting } from '../../push/views/push-setting.tsx';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { getUser } from '../../users/actions/find-user.ts';
import { listSessions } from '../actions/manage-sessions.ts';
import { getFactors } from '../actions/show-factors.ts';
import { describeDevice } from '../device.ts';
import { MAX_SESSIONS } from '../rules.ts';
import { ApiTokensSetting } from '../views/api-tokens-setting.tsx';
import { InvitationsSetting } from '../views/invitations-setting.tsx';
import { MailAddressSetting } from '../views/mail-address-setting.tsx';
import { AppearanceSettings, KEY_CHOICES } from '../views/settings-appearance.tsx';
import { DeviceSettings } from '../views/settings-devices.tsx';
import { FactorSettings } from '../views/settings-factors.tsx';
import { SETTINGS_TABS, Setting, SettingsPage, type SettingsTab } from '../views/settings-page.tsx';
import { ProfileSettings, type ProfileSettingsProps } from '../views/settings-profile.tsx';
import { SecuritySettings, type SecuritySettingsProps } from '../views/settings-security.tsx';
import { NotificationSettings, PrivacySettings } from '../views/settings-switches.tsx';
import { renderRefusedEmail } from './settings-email-refused.ts';
import { renderRefusedSettings } from './settings-refused.ts';

const SettingsQuery = Closed({ tab: Type.Optional(Type.Enum([...SETTINGS_TABS])) });
const members = asPage('member', SettingsQuery);

/** `/settings`, one page with tabs. */
export function settingsPages(app: App): void {
  app.get('/settings', members, async (request, reply) => {
    const { tab = 'profile' } = queryOf(SettingsQuery, request);
    return sendSettings(request, reply, tab, await TABS[tab](request));
  });

  // Like the theme and the language: a preference of this browser, set by a link.
  addPreferenceRoute(app, '/settings/keys/:choice', 'keys', KEY_CHOICES);

  renderRefusedSettings(app, {
    profile: async (request, reply, again) =>
      sendSettings(request, reply, 'profile', await profile(request, again)),
    security: async (request, reply, again) =>
      sendSettings(request, reply, 'security', await security(request, again)),
    privacy: async (request, reply, again) =>
      sendSettings(request, reply, 'privacy', await privacy(request, again)),
  });
  renderRefusedEmail(app, async (request, reply, refusedEmail) =>
    sendSettings(request, reply, 'security', await security(request, { refusedEmail })),
  );
}

function sendSettings(
  request: FastifyRequest,
  reply: FastifyReply,
  tab: SettingsTab,
  section: VNode,
): string {
  // A refused form is rendered at its own path, which has no GET route to come back to.
  const visit = { ...pageViewOf(request), here: `/settings?tab=${tab}` };
  const banned = request.member.status === 'banned';
  return sendPage(
    reply,
    <SettingsPage visit={visit} tab={tab} banned={banned}>
      {section}
    </SettingsPage>,
    reply.statusCode,
  );
}

const TABS: Record<SettingsTab, (request: FastifyRequest) => Promise<VNode>> = {
  profile,
  security,
  sessions,
  notifications,
  privacy,
  appearance,
};

type ProfileAgain = Pick<ProfileSettingsProps, 'refused' | 'typed'>;

async function profile(request: FastifyRequest, again: ProfileAgain = {}): Promise<VNode> {
  const { ctx, member } = request;
  const [own, balance, reviewed, { tasks }] = await Promise.all([
    getOwnProfile(ctx, ctx.db, member),
    findBalance(ctx.db, member.uid),
    getSiteSetting(ctx.db, 'audit.enabled'),
    getLevelInfo(ctx, member),
  ]);
  const open = tasks.filter(({ done }) => !done).map(({ task, exp }) => [task, exp]);
  return (
    <ProfileSettings
      visit={pageViewOf(request)}
      profile={own}
      balance={balance}
      reviewed={reviewed}
      rewards={Object.fromEntries(open)}
      banned={isBanned(request)}
      {...again}
    />
  );
}

type SecurityAgain = Pick<SecuritySettingsProps, 'refused'> & {
  refusedEmail?: EmailSettingProps['refused'];
};

async function security(request: FastifyRequest, again: SecurityAgain = {}): Promise<VNode> {
  const { ctx, member } = request;
  const { refusedEmail, ...rest } = again;
  const shown = { visit: pageViewOf(request), banned: isBanned(request) };
  const factors = await getFactors(ctx, member);
  return (
    <>
      <MailAddressSetting {...shown} address={await getAddressState(ctx, member)} />
      <EmailSetting
        {...shown}
        settings={await getEmailSettings(ctx, member)}
        {...(refusedEmail ? { refused: refusedEmail } : {})}
      />
      <SecuritySettings
        {...shown}
        uid={member.uid}
        isOwner={member.role === 'owner'}
        hasPassword={factors.has_password}
        {...rest}
      >
        <FactorSettings
          {...shown}
          factors={factors}
          device={nameDevice(request.headers['user-agent'] ?? '')}
          lacksFactor={member.lacks_factor ?? false}
        />
        <ConnectedAccounts
          {...shown}
          providers={[...providersOf(ctx.config).values()]}
          connected={await listConnectedAccounts(ctx, member)}
        />
        <ApiTokensSetting visit={shown.visit} />
        {(await canInvite(ctx, member)) ? <InvitationsSetting visit={shown.visit} /> : null}
      </SecuritySettings>
    </>
  );
}

/** `Firefox · Linux`, as a first name for a passkey. */
function nameDevice(userAgent: string): string {
  const { browser, os } = describeDevice(userAgent);
  return [browser, os].filter(Boolean).join(' · ');
}

async function sessions(request: FastifyRequest): Promise<VNode> {
  // D11: there are never more than this, so one page lists them all.
  const { items } = await listSessions(request.ctx, request.member, { limit: MAX_SESSIONS });
  return <DeviceSettings visit={pageViewOf(request)} devices={items} banned={isBanned(request)} />;
}

async function notifications(request: FastifyRequest): Promise<VNode> {
  const { ctx, member } = request;
  const [prefs, push, digest, { email }] = await Promise.all([
    getNotifyPrefs(ctx.db, member.uid),
    getPushSettings(ctx, member),
    getDigestSettings(ctx, member),
    getUser(ctx.db, member.uid),
  ]);
  const visit = pageViewOf(request);
  const banned = isBanned(request);
  return (
    <>
      <NotificationSettings visit={visit} prefs={prefs} banned={banned} />
      <PushSetting visit={visit} push={push} banned={banned} />
      <DigestSetting visit={visit} digest={digest} email={email ?? ''} banned={banned} />
    </>
  );
}

type PrivacyAgain = Pick<ExportSettingProps, 'refused'>;

async function privacy(request: FastifyRequest, again: PrivacyAgain = {}): Promise<VNode> {
  const { ctx, member } = request;
  const [{ follows_public }, { feeds_full }, exported, user] = await Promise.all([
    getPrivacy(ctx, member),
    getFeedSettings(ctx, member),
    getExport(ctx, member),
    getUser(ctx.db, member.uid),
  ]);
  const visit = pageViewOf(request);
  const banned = isBanned(request);
  return (
    <>
      <PrivacySettings
        visit={visit}
        uid={member.uid}
        followsPublic={follows_public}
        feedsFull={feeds_full}
        banned={banned}
      />
      <Setting
        id="blocks"
        title={visit.t('blocks.settings_title')}
        about={visit.t('blocks.settings_about')}
      >
        <a class="button" href="/settings/blocks">
          {visit.t('blocks.all')}
        </a>
      </Setting>
      <ExportSetting
        visit={visit}
        exported={exported}
        banned={banned}
        hasPassword={user.password_hash !== null}
        {...again}
      />
    </>
  );
}

async function appearance(request: FastifyRequest): Promise<VNode> {
  return <AppearanceSettings visit={pageViewOf(request)} />;
}

function isBanned(request: FastifyRequest): boolean {
  return request.member.status === 'banned';
}
