import type { Context } from '../../context.ts';

const PURPOSE = 'webhook secret';

type Sealed = { secret: Buffer; previous_secret: Buffer | null; previous_until: Date | null };

export function sealSecret(ctx: Context, secret: Buffer): Buffer {
  return ctx.secrets.seal(PURPOSE, secret);
}

/** Those that sign now. None if SECRET_KEY was replaced without a rotation: the owner makes a new secret then. */
export function openSecrets(ctx: Context, sealed: Sealed): Buffer[] {
  const { secret, previous_secret, previous_until } = sealed;
  const both = previous_secret && previous_until && previous_until > ctx.now();
  return [secret, ...(both ? [previous_secret] : [])].flatMap(
    (one) => ctx.secrets.open(PURPOSE, one) ?? [],
  );
}
