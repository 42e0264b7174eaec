import { createHash } from 'node:crypto';
import type { Context, Viewer } from '../../context.ts';
import { addSeconds } from '../../platform/clock.ts';
import type { Trx } from '../../platform/db/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { Expected, Provider } from '../providers/provider.ts';
import { ATTEMPT_SECONDS, COMPLETE_SECONDS, type Profile } from '../rules.ts';
import * as store from '../store/attempts.ts';

const SECRET_BYTES = 32;
const SEALED_FOR = 'sign-in attempt';

export type StartPurpose = Exclude<store.Purpose, 'complete'>;

/** Whose link or confirmation it is. */
type Starter = Pick<Viewer, 'uid' | 'session_id'>;

export type Attempt = {
  purpose: StartPurpose;
  starter: Starter | null;
  expected: Expected;
  next: string;
  created_at: Date;
};

type Start = Pick<Attempt, 'purpose' | 'starter' | 'next'>;

type Sealed = Pick<Attempt, 'expected' | 'next'> & { uid?: number };

/**
 * ASVS 10.1.2: state, nonce and verifier are random, of this attempt, and bound to the browser by the secret of its
 * cookie. The provider is asked first: one that does not respond leaves no row.
 */
export async function startAttempt(
  ctx: Context,
  provider: Provider,
  { purpose, starter, next }: Start,
): Promise<{ url: URL; browser: string }> {
  const browser = randomToken(SECRET_BYTES);
  const expected = {
    redirect_uri: redirectUri(ctx, provider.id),
    state: randomToken(SECRET_BYTES),
    nonce: randomToken(SECRET_BYTES),
    verifier: randomToken(SECRET_BYTES),
    fresh: purpose === 'confirm',
  };
  const url = await provider.authorizationUrl(expected);
  const now = ctx.now();
  await ctx.autocommit((trx) =>
    store.insertAttempt(trx, {
      ...keyOf(expected.state, browser),
      provider: provider.id,
      purpose,
      session_id: starter?.session_id ?? null,
      sealed: seal(ctx, { expected, next, uid: starter?.uid }),
      created_at: now,
      expires_at: addSeconds(now, ATTEMPT_SECONDS),
    }),
  );
  return { url, browser };
}

function redirectUri(ctx: Context, provider: string): string {
  return `${ctx.config.BASE_URL}/auth/${provider}/callback`;
}

/** Uses it. Undefined if it is unknown, expired, used, of another provider or of another browser. */
export async function takeAttempt(
  ctx: Context,
  provider: Provider,
  state: string,
  browser: string,
): Promise<Attempt | undefined> {
  const key = keyOf(state, browser);
  const row = await ctx.autocommit((trx) => store.takeAttempt(trx, key, provider.id, ctx.now()));
  const opened = row && unseal<Sealed>(ctx, row.sealed);
  if (!opened || row.purpose === 'complete') return undefined;
  const { session_id, created_at } = row;
  const { uid, ...rest } = opened;
  const starter = uid === undefined || session_id === null ? null : { uid, session_id };
  return { purpose: row.purpose as StartPurpose, starter, created_at, ...rest };
}

export type Pending = { provider: string; profile: Profile; next: string };

/** An identity without an account waits for its form, in this browser only. */
export async function storePending(ctx: Context, pending: Pending): Promise<{ browser: string }> {
  const browser = randomToken(SECRET_BYTES);
  const now = ctx.now();
  await ctx.autocommit((trx) =>
    store.insertAttempt(trx, {
      ...keyOf(browser, browser),
      provider: pending.provider,
      purpose: 'complete',
      session_id: null,
      sealed: seal(ctx, pending),
      created_at: now,
      expires_at: addSeconds(now, COMPLETE_SECONDS),
    }),
  );
  return { browser };
}

export async function findPending(ctx: Context, browser: string): Promise<Pending | undefined> {
  const row = await store.selectAttempt(ctx.db, keyOf(browser, browser), ctx.now());
  return row?.purpose === 'complete' ? unseal<Pending>(ctx, row.sealed) : undefined;
}

/** Uses it, in the transaction of the new account or connection. */
export async function takePending(
  ctx: Context,
  trx: Trx,
  browser: string,
  provider: string,
): Promise<boolean> {
  const row = await store.takeAttempt(trx, keyOf(browser, browser), provider, ctx.now());
  return row?.purpose === 'complete';
}

export async function sweepAttempts(ctx: Context): Promise<void> {
  await ctx.tx((trx) => store.deleteExpiredAttempts(trx, ctx.now()));
}

function keyOf(state: string, browser: string) {
  return { state_hash: hash(state), browser_hash: hash(browser) };
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function seal(ctx: Context, content: object): Buffer {
  return ctx.secrets.seal(SEALED_FOR, Buffer.from(JSON.stringify(content)));
}

function unseal<T>(ctx: Context, sealed: Buffer): T | undefined {
  const plain = ctx.secrets.open(SEALED_FOR, sealed);
  return plain && (JSON.parse(plain.toString()) as T);
}
