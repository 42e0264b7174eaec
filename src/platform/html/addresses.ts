/**
 * Where an address in running text ends. Full-width punctuation, brackets and quotes follow an address without a space
 * in Chinese, so they are never part of one; neither are half-width quotes and angle brackets.
 */
const ENDS = '\\s<>"`，。；：！？、…（）《》〈〉「」『』【】〔〕“”‘’｜～';
const HOST = '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+';
const LABEL = '[a-z0-9-]{1,63}';
/**
 * An address with its scheme, one that begins with `www.`, or a mail address. Not a bare name: `node.js` and
 * `readme.md` look like one. A letter right before it makes it part of a word.
 */
const ADDRESS = new RegExp(
  [
    `(?<![a-z0-9@/.+-])(?:https?://(?:${HOST}|localhost)|www\\.${HOST})(?::\\d{1,5})?(?:[/?#][^${ENDS}]{0,2000})?`,
    `(?<![a-z0-9@/:.+_-])[a-z0-9._+-]{1,64}@${LABEL}(?:\\.${LABEL}){0,3}\\.[a-z]{2,24}(?![a-z0-9@-])`,
  ].join('|'),
  'gi',
);
/** Ends a sentence or closes a bracket rather than an address. */
const TAIL = /[.,;:!?'*_~\])}]$/;
/** A typed character that ends an address. */
export const ADDRESS_END = new RegExp(`[${ENDS}]$`);

export type Address = { from: number; to: number; href: string };

/** The addresses in a plain text, with their positions. */
export function findAddresses(text: string): Address[] {
  const found: Address[] = [];
  for (const { 0: match, index } of text.matchAll(ADDRESS)) {
    const address = withoutTail(match);
    const href = hrefOf(address);
    if (href !== undefined) found.push({ from: index, to: index + address.length, href });
  }
  return found;
}

function withoutTail(match: string): string {
  let address = match;
  while (TAIL.test(address) && !closesOwnBracket(address)) address = address.slice(0, -1);
  return address;
}

/** As in the addresses of some encyclopedias: `/wiki/Lamp_(disambiguation)`. */
function closesOwnBracket(address: string): boolean {
  return address.endsWith(')') && address.split('(').length === address.split(')').length;
}

function hrefOf(address: string): string | undefined {
  const whole = /^https?:/i.test(address)
    ? address
    : /^www\./i.test(address) && !address.includes('@')
      ? `https://${address}`
      : `mailto:${address}`;
  return URL.canParse(whole) ? new URL(whole).href : undefined;
}
