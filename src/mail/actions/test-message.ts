import { randomUUID } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { DEFAULT_SITE } from '../../platform/site.ts';
import type { SmtpMessage } from '../smtp.ts';
import { buildMessage } from './build-message.ts';

/** For `lamplight doctor`: it needs neither a row nor a job. */
export async function createTestMessage(
  config: Config,
  secrets: Secrets,
  to: string,
): Promise<SmtpMessage> {
  const mail = { id: 0, uid: null, kind: 'test' as const, address: to, locale: 'en', data: {} };
  const sender = { config, secrets, own: DEFAULT_SITE, findToken: async () => undefined };
  const message = await buildMessage(sender, { ...mail, created_at: new Date() });
  if (!message) throw new Error('the test mail has no text');
  const domain = message.message_id.slice(message.message_id.indexOf('@'));
  // No row gives it an identity of its own, and another test is another mail.
  return { ...message, message_id: `${randomUUID()}${domain}` };
}
