import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { boundedQueue } from './bounded-queue.ts';

// The library exports its names as a const enum, which erasable TypeScript cannot import.
const ARGON2ID_NUMBER = 2;
const ARGON2ID = { algorithm: ARGON2ID_NUMBER, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_WAITING = 50;

/** What belongs to a comparison while it has its place: the next in the queue begins after it. */
type Turn = { before(): Promise<void>; after(same: boolean): Promise<void> };

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Costs the same whether or not there is a hash to compare with, so absence cannot be timed. */
  matches(password: string, stored: string | null | undefined, turn?: Turn): Promise<boolean>;
  isOutdated(stored: string): boolean;
};

type HasherOptions = {
  atOnce?: number;
  /** Only tests lower it: they register hundreds of members. */
  cost?: { memoryCost?: number; timeCost?: number };
};

/**
 * Hashing is the one thing anybody may make the server do that costs milliseconds of a core. It runs on
 * the thread pool, one for each core: more would be done no sooner, and would keep the event loop from its
 * core. A full queue is refused at once rather than starving other work.
 */
export async function createPasswordHasher({
  atOnce = availableParallelism(),
  cost = {},
}: HasherOptions = {}): Promise<PasswordHasher> {
  const slots = boundedQueue(atOnce, MAX_WAITING);
  const options = { ...ARGON2ID, ...cost };
  const decoy = await hash('no account has this password', options);
  return {
    hash: (password) => slots(() => hash(password.normalize('NFKC'), options)),
    matches: (password, stored, turn) =>
      slots(async () => {
        await turn?.before();
        const equal = await verify(stored ?? decoy, password.normalize('NFKC'));
        const same = equal && typeof stored === 'string';
        await turn?.after(same);
        return same;
      }),
    isOutdated: (stored) =>
      !stored.startsWith(decoy.slice(0, decoy.lastIndexOf('$', decoy.lastIndexOf('$') - 1))),
  };
}
