import type { Context } from '../../context.ts';
import { equalSecrets } from '../../platform/secrets.ts';

type Signing = Pick<Context, 'config' | 'secrets'>;

const MAC_LENGTH = 20;
/** In an address of ours, or as Original-Envelope-Id. */
const NAMES = /(?:\+|original-envelope-id:\s*)(\d{1,15})\.([0-9a-f]{20})\b/gi;
const NAMES_MAX = 20;

/** The name of a mail for reports. Hexadecimal, because some servers change the case of addresses. */
export function reportName(ctx: Signing, id: number): string {
  return `${id}.${macOf(ctx.secrets.sign('mail bounce', String(id)))}`;
}

/** VERP: reports come back to an address that names the mail. */
export function bounceAddress(ctx: Signing, id: number): string | undefined {
  const { MAIL_BOUNCE_ADDRESS } = ctx.config;
  if (MAIL_BOUNCE_ADDRESS === '') return undefined;
  const [mailbox = '', domain = ''] = MAIL_BOUNCE_ADDRESS.split('@');
  return `${mailbox}+${reportName(ctx, id)}@${domain}`;
}

/** The mail that a report names, wherever in it: nobody but its recipient can know the name. */
export function findMailOfReport(ctx: Signing, text: string): number | undefined {
  let looked = 0;
  for (const [, id = '', mac = ''] of text.matchAll(NAMES)) {
    if (++looked > NAMES_MAX) return undefined;
    const isGenuine = ctx.secrets
      .signatures('mail bounce', id)
      .some((signature) => equalSecrets(macOf(signature), mac.toLowerCase()));
    if (isGenuine) return Number(id);
  }
  return undefined;
}

function macOf(signature: string): string {
  return Buffer.from(signature, 'base64url').toString('hex').slice(0, MAC_LENGTH);
}
