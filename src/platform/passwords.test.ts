import { monitorEventLoopDelay } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import type { Refusal } from '../refusals.ts';
import { createPasswordHasher } from './passwords.ts';

test('a password matches its own hash, in whichever Unicode form it is typed', async () => {
  const passwords = await createPasswordHasher();
  const stored = await passwords.hash('caf\u00e9 noir 12');
  expect(await passwords.matches('cafe\u0301 noir 12', stored)).toBe(true);
  expect(await passwords.matches('cafe noir 12', stored)).toBe(false);
  expect(passwords.isOutdated(stored)).toBe(false);
});

test('without a stored hash no password matches, not even that of the decoy', async () => {
  const passwords = await createPasswordHasher();
  for (const stored of [null, undefined]) {
    expect(await passwords.matches('no account has this password', stored)).toBe(false);
  }
});

test('L7, ASVS 15.1.3, 15.2.2 two hashes run at once, fifty wait, and the next is refused without blocking the event loop', async () => {
  const passwords = await createPasswordHasher({ concurrency: 2 });
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const tries = await Promise.allSettled(
    Array.from({ length: 100 }, () => passwords.hash('a password')),
  );
  delay.disable();
  const refused = tries.filter((one) => one.status === 'rejected');
  expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(52);
  expect(refused).toHaveLength(48);
  for (const one of refused) expect((one.reason as Refusal).code).toBe('overloaded');
  expect(delay.percentile(50) / 1e6).toBeLessThan(50);
});
