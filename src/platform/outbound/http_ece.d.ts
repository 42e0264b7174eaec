/** The package has no types. Only what `web-push.ts` uses. */
declare module 'http_ece' {
  import type { ECDH } from 'node:crypto';

  type Params = {
    version: 'aes128gcm';
    /** Of the sender. */
    privateKey: ECDH;
    /** The public key of the receiver. */
    dh: Buffer;
    authSecret: Buffer;
    /** Random, unless a test names it. */
    salt?: Buffer;
    /** Bytes of padding. */
    pad?: number;
  };
  export function encrypt(plain: Buffer, params: Params): Buffer;
}
