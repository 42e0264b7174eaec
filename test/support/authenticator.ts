import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Client } from './client.ts';

type Passkey = ReturnType<typeof createPasskey>;
type Options = { origin?: string; rpId?: string; verified?: boolean; challenge?: string };

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** An authenticator of one key in software: browsers refuse what the tests of the server must send. */
function createPasskey(counter: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { id: randomBytes(32), publicKey, privateKey, counter };
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData(rpId: string, flags: number, counter: number): Buffer {
  const rest = Buffer.alloc(5);
  rest.writeUInt8(flags, 0);
  rest.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), rest]);
}

/** The few forms of CBOR that an attestation without a statement needs. */
const cbor = {
  text: (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]),
  /** The shortest length, because the server encodes the key again. */
  bytes: (bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(
        bytes.length < 256 ? [0x58, bytes.length] : [0x59, bytes.length >> 8, bytes.length & 255],
      ),
      bytes,
    ]),
};

function coseKey({ publicKey }: Passkey): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cbor.bytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cbor.bytes(Buffer.from(y, 'base64url')),
  ]);
}

const BASE = { origin: 'http://localhost', rpId: 'localhost' };

/** Adds a passkey to the member's account. */
export async function addPasskey(
  member: Client,
  site: { origin: string; rpId: string } = BASE,
  {
    name = 'Laptop',
    passkey = createPasskey(1),
    ...wrong
  }: Options & { name?: string; passkey?: Passkey } = {},
) {
  const options = (await member.get('/api/settings/passkeys/options')).body;
  const body = {
    name,
    passkey: attest(passkey, { ...site, challenge: options.challenge, ...wrong }),
  };
  const response = await member.post('/api/settings/passkeys', body);
  return { passkey, options, response, body, id: response.body?.id as number };
}

function attest(
  passkey: Passkey,
  options: Required<Pick<Options, 'origin' | 'rpId' | 'challenge'>> & Options,
): string {
  const flags = PRESENT | HAS_KEY | (options.verified === false ? 0 : VERIFIED);
  const length = Buffer.from([0, passkey.id.length]);
  const authData = Buffer.concat([
    authenticatorData(options.rpId, flags, passkey.counter),
    Buffer.alloc(16),
    length,
    passkey.id,
    coseKey(passkey),
  ]);
  const attestation = Buffer.concat([
    Buffer.from([0xa3]),
    cbor.text('fmt'),
    cbor.text('none'),
    cbor.text('attStmt'),
    Buffer.from([0xa0]),
    cbor.text('authData'),
    cbor.bytes(authData),
  ]);
  return JSON.stringify({
    id: base64url(passkey.id),
    rawId: base64url(passkey.id),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(clientData('webauthn.create', options.challenge, options.origin)),
      attestationObject: base64url(attestation),
      transports: ['internal'],
    },
  });
}

/** What the browser sends to log in. The counter goes up unless one is given. */
export async function usePasskey(
  visitor: Client,
  passkey: Passkey,
  site: { origin: string; rpId: string } = BASE,
  wrong: Options & { counter?: number; userHandle?: string } = {},
): Promise<string> {
  const { challenge } = (await visitor.get('/api/auth/passkey/options')).body;
  return assertion(passkey, { ...site, challenge, ...wrong });
}

export function assertion(
  passkey: Passkey,
  options: Required<Pick<Options, 'origin' | 'rpId' | 'challenge'>> &
    Options & { counter?: number; userHandle?: string },
): string {
  const counter = options.counter ?? ++passkey.counter;
  const flags = PRESENT | (options.verified === false ? 0 : VERIFIED);
  const authData = authenticatorData(options.rpId, flags, counter);
  const data = clientData('webauthn.get', options.challenge, options.origin);
  const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), passkey.privateKey);
  return JSON.stringify({
    id: base64url(passkey.id),
    rawId: base64url(passkey.id),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(data),
      authenticatorData: base64url(authData),
      signature: base64url(signature),
      ...(options.userHandle ? { userHandle: options.userHandle } : {}),
    },
  });
}
