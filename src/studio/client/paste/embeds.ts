import { readAddress } from '../editor/link-address.ts';

const EMBEDS = 'iframe, embed, object, video, audio';

export function hasEmbeds(body: HTMLElement): boolean {
  return body.querySelector(EMBEDS) !== null;
}

/** Players and frames become links to what they would have loaded. */
export function replaceEmbeds(body: HTMLElement): void {
  for (const embed of body.querySelectorAll(EMBEDS)) {
    const source = embed.querySelector('source')?.getAttribute('src');
    const href = embedAddress(
      embed.getAttribute('src') ?? embed.getAttribute('data') ?? source ?? '',
    );
    if (href === null) {
      embed.remove();
      continue;
    }
    const link = body.ownerDocument.createElement('a');
    link.href = href;
    link.textContent = href;
    embed.replaceWith(link);
  }
}

/** Players are often given without a scheme. */
export function embedAddress(source: string): string | null {
  const address = source.startsWith('//') ? `https:${source}` : source;
  return /^https?:/i.test(address) ? readAddress(address) : null;
}
