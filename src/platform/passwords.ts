import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { boundedQueue } from './bounded-queue.ts';

// The library exports these as a const enum, which erasable TypeScript cannot import.
const ARGON2ID_NUMBER = 2;
const ARGON2ID = { algorithm: ARGON2ID_NUMBER, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_WAITING = 50;

/** Runs in the same slot as the comparison, so that the next comparison starts after both. */
type Hooks = { before(): Promise<void>; after(same: boolean): Promise<void> };

export type PasswordHasher = {
  hash(password: string): Promise<string>;
  /** Takes the same time with and without a stored hash, so timing does not reveal whether an account exists. */
  matches(password: string, stored: string | null | undefined, hooks?: Hooks): Promise<boolean>;
  isOutdated(stored: string): boolean;
};

type HasherOptions = {
  concurrency?: number;
  /** Only tests lower the cost: they register hundreds of members. */
  cost?: { memoryCost?: number; timeCost?: number };
};

/**
 * Hashing is the only work of an anonymous request that takes milliseconds of a core. It runs on the thread pool, one
 * hash per core: more would finish no sooner and would take the core from the event loop. When the queue is full, the
 * next request is refused at once.
 */
export async function createPasswordHasher({
  concurrency = availableParallelism(),
  cost = {},
}: HasherOptions = {}): Promise<PasswordHasher> {
  const slots = boundedQueue(concurrency, MAX_WAITING);
  const options = { ...ARGON2ID, ...cost };
  const decoy = await hash('no account has this password', options);
  return {
    hash: (password) => slots(() => hash(password.normalize('NFKC'), options)),
    matches: (password, stored, hooks) =>
      slots(async () => {
        await hooks?.before();
        const equal = await verify(stored ?? decoy, password.normalize('NFKC'));
        const same = equal && typeof stored === 'string';
        await hooks?.after(same);
        return same;
      }),
    isOutdated: (stored) =>
      !stored.startsWith(decoy.slice(0, decoy.lastIndexOf('$', decoy.lastIndexOf('$') - 1))),
  };
}
