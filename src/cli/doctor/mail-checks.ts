import type { Config } from '../../config.ts';
import { createTestMessage } from '../../mail/actions/test-message.ts';
import { toSmtpAddress } from '../../mail/addresses.ts';
import { closeSmtp, sendBySmtp, verifySmtp } from '../../mail/smtp.ts';
import { readSmtpUrl } from '../../mail/smtp-url.ts';
import { createSecrets } from '../../platform/secrets.ts';
import type { Check } from './check.ts';

/** With an address, also sends a mail there. */
export function createMailChecks(config: Config, recipient: string | undefined): Check[] {
  const checks: Check[] = [
    {
      name: 'mail',
      hint: 'Check host, port, user and password of SMTP_URL: smtps:// for TLS from the start (port 465), smtp:// for STARTTLS (587), which a server on another machine must offer. Empty turns mail off.',
      run: () => checkServer(config),
    },
  ];
  if (recipient === undefined) return checks;
  const test: Check = {
    name: 'test mail',
    hint: 'The server gives the reason. docs/operations.md, "Mail", explains the settings and the records of the domain.',
    run: () => sendTest(config, recipient),
  };
  return [...checks, test];
}

async function checkServer(config: Config): Promise<string> {
  if (!config.SMTP_URL)
    return 'not used; for forgotten passwords use `lamplight user reset-password`';
  try {
    await verifySmtp(config);
    const { host, port, auth, secure, requireTLS } = readSmtpUrl(config.SMTP_URL);
    const login = auth ? 'accepts the log-in' : 'responds';
    return `${host}:${port} ${login}${secure || requireTLS ? ' over TLS' : ''}`;
  } finally {
    await closeSmtp(config);
  }
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
