import type { Context } from '../../context.ts';
import { type PushKey, readPushKey } from '../../platform/outbound/web-push.ts';

const PURPOSE = 'push key';

/** Derived from SECRET_KEY: nothing to store, to back up or to keep secret besides. */
export function getPushKey(ctx: Context): PushKey {
  const [current] = listKeys(ctx);
  if (!current) throw new Error('no push key');
  return current;
}

/** The one that a browser subscribed to. Undefined once its SECRET_KEY is not accepted any more. */
export function findPushKey(ctx: Context, public_key: Buffer): PushKey | undefined {
  return listKeys(ctx).find((key) => key.public_key.equals(public_key));
}

/** One for each accepted SECRET_KEY, the current one first. */
function listKeys({ secrets }: Context): PushKey[] {
  const derive = (attempt: number): PushKey[] => {
    const keys = secrets
      .signatures(PURPOSE, String(attempt))
      .map((bytes) => readPushKey(Buffer.from(bytes, 'base64url')));
    return keys.every((key) => key !== undefined) ? keys : derive(attempt + 1);
  };
  return derive(1);
}
