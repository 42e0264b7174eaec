import { domainToASCII } from 'node:url';
import { EMAIL_MAX } from '../users/rules.ts';

const LOCAL_MAX = 64;
/** Of the forms that RFC 5321 allows only the one without quotes: no comma, space, bracket or line break. */
const LOCAL = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN =
  /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z0-9][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/;
/** domainToASCII decodes percent signs and ends at a slash; none of them is in a name. */
const NO_NAME = /[\s%/\\?#:@<>,;"[\]]/;

/** The address as it may be sent to a server, or undefined: SMTP separates by lines and brackets. */
export function toSmtpAddress(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = text.slice(at + 1);
  if (at < 1 || local.length > LOCAL_MAX || !LOCAL.test(local)) return undefined;
  if (NO_NAME.test(domain)) return undefined;
  const ascii = domainToASCII(domain);
  if (!DOMAIN.test(ascii)) return undefined;
  const address = `${local}@${ascii}`;
  return address.length <= EMAIL_MAX ? address : undefined;
}

export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
