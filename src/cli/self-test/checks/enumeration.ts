import { assertThat, type SelfCheck, type Target } from '../check.ts';

/** Each account has five failures before its delay grows, and an address 25 in five minutes (strict profile). */
const TRIES = 4;
/** Of pairs of a known and an unknown address, how many one kind wins if its work differs. */
const SEPARATED = 0.95;
/** Below, nobody can tell over a network. */
const GAP_MS = 5;

type Sample = { status: number; reply: string; ms: number };

async function failToLogIn(target: Target, email: string): Promise<Sample> {
  const visitor = target.visitor();
  const token = await visitor.getCsrfToken();
  const { status, text, ms } = await visitor.send('POST', '/api/auth/login', {
    json: { email, password: `not the password ${target.mark}` },
    headers: { 'x-csrf-token': token },
  });
  return { status, reply: text, ms };
}

export const ENUMERATION_CHECKS: SelfCheck[] = [
  {
    name: 'known addresses',
    hint: 'Log-in must respond alike, and after the same time, whether the address has an account or not.',
    async run(target) {
      const members = await target.members();
      const known: Sample[] = [];
      const unknown: Sample[] = [];
      for (let time = 0; time < TRIES; time++)
        for (const [index, { email }] of members.entries()) {
          known.push(await failToLogIn(target, email));
          const nobody = `${target.mark}-nobody-${index}@self-test.invalid`;
          unknown.push(await failToLogIn(target, nobody));
        }
      const first = known[0] as Sample;
      const replies = new Set([...known, ...unknown].map((one) => withoutOwnWords(one)));
      assertThat(replies.size === 1, `the replies differ: ${[...replies].join(' or ')}`);
      const gap = Math.abs(median(known) - median(unknown));
      const share = shareOfWins(known, unknown);
      assertThat(
        gap < GAP_MS || Math.max(share, 1 - share) < SEPARATED,
        `an address with an account takes ${gap.toFixed(0)} ms ${share > 0.5 ? 'longer' : 'less'}`,
      );
      return `the same reply (${first.status}), ${gap.toFixed(1)} ms apart in ${known.length + unknown.length} log-ins`;
    },
  },
];

/** Identifiers of the request are different in every reply. */
function withoutOwnWords({ status, reply }: Sample): string {
  return `${status} ${reply.replace(/"(instance|request_id|retry_after)":("[^"]*"|\d+),?/g, '')}`;
}

function median(samples: Sample[]): number {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

/** The statistic of Mann and Whitney as a share: 0.5 where the two do not differ. */
function shareOfWins(these: Sample[], those: Sample[]): number {
  const wins = these.flatMap((one) => those.map((other) => Number(one.ms > other.ms)));
  return wins.reduce((sum, win) => sum + win, 0) / wins.length;
}
