import type { Config } from '../../config.ts';
import { createTestMessage } from '../../mail/actions/test-message.ts';
import { toSmtpAddress } from '../../mail/addresses.ts';
import { closeSmtp, sendBySmtp } from '../../mail/smtp.ts';
import { createSecrets } from '../../platform/secrets.ts';
import type { Check } from './check.ts';

export function createTestMailCheck(config: Config, recipient: string): Check {
  return {
    name: 'test mail',
    hint: 'The server gives the reason. docs/operations.md, "Mail", explains the settings and the records of the domain.',
    run: () => sendTest(config, recipient),
  };
}

async function sendTest(config: Config, recipient: string): Promise<string> {
  if (!config.SMTP_URL) throw new Error('there is no SMTP_URL');
  const to = toSmtpAddress(recipient);
  if (!to) throw new Error(`${recipient} is not an address`);
  try {
    await sendBySmtp(config, await createTestMessage(config, createSecrets(config.SECRET_KEY), to));
    return `the server accepted one for ${to}; see whether it arrives`;
  } finally {
    await closeSmtp(config);
  }
}
