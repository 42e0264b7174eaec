const SCHEMES = ['http:', 'https:', 'mailto:'];

/** The address to store for typed text; null if it is not a link. */
export function readAddress(typed: string): string | null {
  const text = typed.trim();
  if (text === '') return null;
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(text)) return `mailto:${text}`;
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+:\d+(\/|$)/.test(text);
  const address = hasScheme ? text : /^[^\s/]+\.[^\s/]+/.test(text) ? `https://${text}` : '';
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return SCHEMES.includes(url.protocol) ? url.href : null;
}
