import type { Config } from '../../config.ts';
import { type Delivery, readDelivery } from '../../mail/actions/read-delivery.ts';
import { closeSmtp, verifySmtp } from '../../mail/smtp.ts';
import { readSmtpUrl } from '../../mail/smtp-url.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Fact, found, type HealthCheck, type Result, worstOf } from '../rules.ts';

/** Mails wait for minutes while the server asks to try later. */
const LATE_SECONDS = 1800;

export function createMailChecks(config: Config, db: Db) {
  return {
    mail: { name: 'mail', run: () => checkServer(config) },
    mail_delivery: {
      name: 'mail_delivery',
      run: async () =>
        config.SMTP_URL ? judgeDelivery(await readDelivery(db)) : found('good', 'no_mail_sent'),
    },
  } satisfies Record<string, HealthCheck>;
}

async function checkServer(config: Config): Promise<Result> {
  if (!config.SMTP_URL) return found('good', 'no_mail');
  // Its own connections: those of the worker must not be closed.
  const own = { ...config };
  try {
    await verifySmtp(own);
    const { host, port, auth, secure, requireTLS } = readSmtpUrl(config.SMTP_URL);
    const encrypted = secure || requireTLS;
    const fact = auth ? 'mail_accepts' : 'mail_responds';
    return found('good', encrypted ? `${fact}_tls` : fact, { host, port });
  } finally {
    await closeSmtp(own);
  }
}

function judgeDelivery(delivery: Delivery): Result {
  const { sent_seconds, failed_seconds, unsent, unsent_seconds, disabled } = delivery;
  const facts: Fact[] = [
    sent_seconds === null
      ? { fact: 'never_sent' }
      : { fact: 'last_sent', values: { minutes: Math.floor(sent_seconds / 60) } },
  ];
  if (failed_seconds !== null)
    facts.push({ fact: 'last_failed', values: { minutes: Math.floor(failed_seconds / 60) } });
  if (unsent > 0)
    facts.push({ fact: 'unsent', values: { unsent, minutes: Math.floor(unsent_seconds / 60) } });
  if (disabled > 0) facts.push({ fact: 'disabled', values: { disabled } });
  const failsNow = failed_seconds !== null && (sent_seconds ?? Infinity) > failed_seconds;
  const state = worstOf([
    unsent_seconds >= LATE_SECONDS ? 'wrong' : 'good',
    failsNow ? 'doubtful' : 'good',
  ]);
  return { state, facts };
}
