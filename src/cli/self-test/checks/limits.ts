import { randomUUID } from 'node:crypto';
import { assertThat, type SelfCheck, type Target } from '../check.ts';
import type { Response } from '../client.ts';
import { Skipped } from '../skipped.ts';

/** From networks reserved for documentation (RFC 5737). */
const FORGED_ADDRESSES = ['198.51.100.77', '203.0.113.9'];
const FORGED_BY = [
  'x-forwarded-for',
  'x-real-ip',
  'forwarded',
  'cf-connecting-ip',
  'true-client-ip',
];
const LIMIT = 'check_email';

/** Looks up an address that nobody has; counted per visitor. */
async function lookUp({ visitor, mark }: Target, headers: Record<string, string> = {}) {
  const client = visitor();
  const email = `${mark}-${randomUUID()}@self-test.invalid`;
  const token = await client.getCsrfToken();
  return client.send('POST', '/api/auth/check-email', {
    json: { email },
    headers: { 'x-csrf-token': token, ...headers },
  });
}

export const LIMIT_CHECKS: SelfCheck[] = [
  {
    name: 'limits',
    hint: 'Let the proxy send X-Forwarded-For with the address of the visitor, replacing what it received, and name only the proxy in TRUSTED_PROXIES.',
    async run(target) {
      const first = await lookUp(target);
      if (first.status === 429) return 'this address has reached one already (429, Retry-After)';
      if (!first.headers['ratelimit-policy']?.includes(`"${LIMIT}"`))
        throw new Skipped('the site limits no look-ups (LIMIT_CHECK_EMAIL)');
      let left = remaining(first);
      assertThat(left !== undefined, 'the response does not show how many look-ups are left');
      const forged = [undefined, ...FORGED_BY];
      for (const [index, name] of forged.entries()) {
        const address = FORGED_ADDRESSES[index % FORGED_ADDRESSES.length] ?? '';
        const value = name === 'forwarded' ? `for=${address}` : address;
        const response = await lookUp(target, name ? { [name]: value } : {});
        if (response.status === 429) {
          assertThat(Number(response.headers['retry-after']) > 0, 'a 429 has no Retry-After');
          return 'counted per address, whatever the headers, up to 429';
        }
        const next = remaining(response);
        assertThat(
          next !== undefined && left !== undefined && next < left,
          name ? `with a forged ${name} a visitor counts as another` : 'look-ups are not counted',
        );
        left = next;
      }
      return 'counted per address, whatever the headers';
    },
  },
];

function remaining({ headers }: Response): number | undefined {
  const found = new RegExp(`"${LIMIT}";r=(\\d+)`).exec(headers['ratelimit'] ?? '')?.[1];
  return found === undefined ? undefined : Number(found);
}
