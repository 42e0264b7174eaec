import type { Config } from '../config.ts';

/** What this process did with mails since it started, for the metrics. */
type MailOutcome = 'sent' | 'deferred' | 'failed' | 'dropped' | 'doubtful';
export type MailTally = Record<MailOutcome, number>;

const tallies = new WeakMap<Config, MailTally>();

export function mailTallyOf({ config }: { config: Config }): MailTally {
  const known = tallies.get(config);
  if (known) return known;
  const tally = { sent: 0, deferred: 0, failed: 0, dropped: 0, doubtful: 0 };
  tallies.set(config, tally);
  return tally;
}
