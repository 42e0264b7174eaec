import { buildMessage } from '../../src/mail/actions/build-message.ts';
import { writeInvitationLink } from '../../src/mail/kinds/invitation-link.ts';
import type { ComposeMail, MailKind } from '../../src/mail/rules.ts';
import type { SmtpMessage } from '../../src/mail/smtp.ts';
import type { Locale } from '../../src/platform/i18n.ts';
import { DEFAULT_SITE } from '../../src/platform/site.ts';
import type { World } from './world.ts';

/** Any template finds what it needs, whatever its data is called. */
export const TOKEN = { token: `v2.5.${'a'.repeat(22)}.${'b'.repeat(43)}`, code: '407216' };
const [token_id, email] = ['a'.repeat(22), 'reader@example.org'];
const at = '2026-11-18T11:58:00.000Z';
const DATA: Partial<Record<MailKind, Record<string, unknown>>> = {
  verify_address: { token_id, email },
  already_registered: { email },
  reset_password: { token_id, email },
  invitation: { token_id, email },
  change_address: { token_id, email },
  address_changed: { token_id, email },
  password_changed: { at },
  new_device: { os: 'Windows', browser: 'Firefox', ip: '203.0.113.7', at },
  factors_changed: { change: 'passkey_added', name: 'Laptop', at },
  account_banned: { reason: 'spam', until: at },
  appeal_decided: { outcome: 'refused', reply: 'lamplight.example/rules 3' },
  api_token_made: { name: 'backup' },
  identity_changed: { kind: 'identity_linked', provider: 'GitHub', label: 'reader', at },
};

/** Kinds whose content a domain reads. */
const WRITERS: Partial<Record<MailKind, ComposeMail>> = {
  invitation_link: async (view) =>
    writeInvitationLink(view, { name: 'lin', path: `/invite/${'a'.repeat(24)}`, days: 14 }),
};

/** A mail of every kind but the digest, which its domain composes. */
export async function buildSample(
  world: Pick<World, 'ctx'>,
  kind: MailKind,
  locale: Locale,
): Promise<SmtpMessage> {
  const sender = { ...world.ctx, own: DEFAULT_SITE, findToken: async () => TOKEN };
  const mail = {
    id: 7,
    uid: 5,
    kind,
    address: 'reader@example.org',
    locale,
    data: DATA[kind] ?? {},
    created_at: new Date('2026-11-18T12:00:00Z'),
  };
  const message = await buildMessage(sender, mail, WRITERS[kind]);
  if (!message) throw new Error(`${kind} has nothing to send`);
  return message;
}
