import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { boundedQueue } from './bounded-queue.ts';

// The library exports its names as a const enum, which erasable TypeScript cannot import.
const ARGON2ID_NUMBER = 2;
const ARGON2ID = { algorithm: ARGON2ID_NUMBER, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_WAITING = 50;

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Costs the same whether or not there is a hash to compare with, so absence cannot be timed. */
  matches(password: string, stored: string | null | undefined): Promise<boolean>;
  isOutdated(stored: string): boolean;
};

/**
 * Hashing is the one thing anybody may make the server do that costs milliseconds of a core. It runs on
 * the thread pool, a few at a time; a full queue is refused at once rather than starving other work.
 */
export async function createPasswordHasher(
  atOnce = availableParallelism() * 2,
): Promise<PasswordHasher> {
  const slots = boundedQueue(atOnce, MAX_WAITING);
  const decoy = await hash('no account has this password', ARGON2ID);
  return {
    hash: (password) => slots(() => hash(password.normalize('NFKC'), ARGON2ID)),
    matches: (password, stored) =>
      slots(async () => {
        const same = await verify(stored ?? decoy, password.normalize('NFKC'));
        return same && typeof stored === 'string';
      }),
    isOutdated: (stored) =>
      !stored.startsWith(decoy.slice(0, decoy.lastIndexOf('$', decoy.lastIndexOf('$') - 1))),
  };
}
