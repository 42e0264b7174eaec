import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { Context } from '../../context.ts';
import type { Trx } from '../../platform/db/database.ts';
import { Refusal } from '../../refusals.ts';
import type { User } from '../../users/actions/find-user.ts';
import { CHALLENGE_SECONDS, isCounterOfCopy, PASSKEYS_MAX } from '../rules.ts';
import * as store from '../store/passkeys.ts';
import {
  mintChallenge,
  type OpenedChallenge,
  openChallenge,
  spendChallenge,
} from './challenges.ts';

export type { Passkey } from '../store/passkeys.ts';

/** Ed25519, ES256, RS256. The default of the library starts with one that older Node cannot verify. */
const ALGORITHMS = [-8, -7, -257];
const REQUEST = { purpose: 'passkey request', message: '' };
const creationOf = (uid: number) => ({ purpose: 'passkey creation', message: String(uid) });

/** Which site the passkeys are for. It can never change: moving to another domain loses all passkeys. */
function relyingParty({ config }: Context): { id: string; origin: string } {
  const { hostname, origin } = new URL(config.BASE_URL);
  return { id: hostname, origin };
}

/** Written by hand, not by the library: whoever opens the log-in page must not load it. */
export function createRequestOptions(ctx: Context) {
  const { token, mac } = mintChallenge(ctx, REQUEST, CHALLENGE_SECONDS);
  const options = {
    challenge: mac,
    rpId: relyingParty(ctx).id,
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
    // Empty: the browser offers what it has, so no e-mail address is needed and none is revealed.
    allowCredentials: [],
  };
  return { token, options };
}

export async function createCreationOptions(ctx: Context, user: User, site: string) {
  const { token, mac } = mintChallenge(ctx, creationOf(user.uid), CHALLENGE_SECONDS);
  const existing = await store.selectPasskeysOf(ctx.db, user.uid);
  const name = user.email ?? String(user.uid);
  const options = {
    challenge: mac,
    rp: { id: relyingParty(ctx).id, name: site },
    user: { id: handleOf(user.uid), name, displayName: user.username ?? name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CHALLENGE_SECONDS * 1000,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: existing.map(({ credential_id, transports }) => ({
      id: credential_id.toString('base64url'),
      type: 'public-key',
      transports,
    })),
  };
  return { token, options };
}

export type VerifiedCreation = Omit<store.NewPasskey, 'uid' | 'name' | 'created_at'> & {
  challenge: OpenedChallenge;
};

export async function verifyCreation(
  ctx: Context,
  uid: number,
  input: { token: string | undefined; passkey: string },
): Promise<VerifiedCreation> {
  const challenge = openChallenge(ctx, creationOf(uid), input.token);
  const response = readJson<RegistrationResponseJSON>(input.passkey);
  if (!challenge || !response) throw new Refusal('passkey_refused');
  const { verifyRegistrationResponse } = await loadLibrary();
  const { id, origin } = relyingParty(ctx);
  const result = await orRefuse(ctx, () =>
    verifyRegistrationResponse({
      response,
      expectedChallenge: challenge.mac,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    }),
  );
  if (!result.verified) throw new Refusal('passkey_refused');
  const { credential, credentialBackedUp } = result.registrationInfo;
  return {
    challenge,
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).slice(0, 10),
    backed_up: credentialBackedUp,
  };
}

/** The caller has locked the user, so that two cannot both be the twentieth. */
export async function storePasskey(
  ctx: Context,
  trx: Trx,
  uid: number,
  name: string,
  { challenge, ...verified }: VerifiedCreation,
): Promise<store.Passkey> {
  if (!(await spendChallenge(trx, challenge))) throw new Refusal('passkey_refused');
  const existing = await store.selectPasskeysOf(trx, uid);
  if (existing.length >= PASSKEYS_MAX) throw new Refusal('too_many', { limit: PASSKEYS_MAX });
  return store.insertPasskey(trx, { ...verified, uid, name, created_at: ctx.now() });
}

export type VerifiedUse = {
  passkey: store.Passkey;
  challenge: OpenedChallenge;
  counter: number;
  backed_up: boolean;
};

/** Checks challenge, origin, RP ID, user verification and signature. `usePasskey` must follow in a transaction. */
export async function verifyPasskey(
  ctx: Context,
  input: { token: string | undefined; passkey: string },
): Promise<VerifiedUse> {
  const challenge = openChallenge(ctx, REQUEST, input.token);
  const response = readJson<AuthenticationResponseJSON>(input.passkey);
  const passkey = challenge && response && (await findPasskey(ctx, response));
  if (!passkey) throw new Refusal('passkey_refused');
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { id, origin } = relyingParty(ctx);
  const result = await orRefuse(ctx, () =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.mac,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id.toString('base64url'),
        publicKey: new Uint8Array(passkey.public_key),
        // Compared by `usePasskey` under a lock instead, where a copy is distinguished from a broken response.
        counter: 0,
      },
    }),
  );
  if (!result.verified) throw new Refusal('passkey_refused');
  const { newCounter, credentialBackedUp } = result.authenticationInfo;
  return { passkey, challenge, counter: newCounter, backed_up: credentialBackedUp };
}

async function findPasskey(ctx: Context, response: AuthenticationResponseJSON) {
  const handle = response.response?.userHandle;
  if (typeof response.id !== 'string' || response.id.length > 1400) return undefined;
  const passkey = await store.selectByCredential(ctx.db, Buffer.from(response.id, 'base64url'));
  // The authenticator names the member too: both must agree.
  if (!passkey || (handle && handle !== handleOf(passkey.uid))) return undefined;
  return passkey;
}

/**
 * After `lockUser`. `copy`: the counter went back, so two authenticators have the key. `refused`: the challenge was used
 * before, or the passkey was removed meanwhile.
 */
export async function usePasskey(
  ctx: Context,
  trx: Trx,
  verified: VerifiedUse,
): Promise<'used' | 'copy' | 'refused'> {
  const { passkey, challenge, counter, backed_up } = verified;
  const locked = await store.lockPasskey(trx, passkey.uid, passkey.id);
  if (!locked || !(await spendChallenge(trx, challenge))) return 'refused';
  if (isCounterOfCopy(locked.counter, counter)) return 'copy';
  const last_used_at = ctx.now();
  await store.updateUse(trx, locked.uid, locked.id, { counter, backed_up, last_used_at });
  return 'used';
}

function handleOf(uid: number): string {
  return Buffer.from(String(uid)).toString('base64url');
}

/** 13 MB and half a second, so only where a passkey is used. */
function loadLibrary() {
  return import('@simplewebauthn/server');
}

function readJson<T extends object>(text: string): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as T) : undefined;
  } catch {
    return undefined;
  }
}

/** The library throws for everything that is wrong with a response. */
async function orRefuse<T>(ctx: Context, verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    ctx.log.info({ event: 'passkey_refused', reason: (error as Error).message }, 'passkey refused');
    throw new Refusal('passkey_refused');
  }
}
