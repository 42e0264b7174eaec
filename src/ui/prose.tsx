import type { TrustedHtml } from '../platform/html/trusted.ts';

/** A member's text as sanitized HTML. The type keeps unsanitized strings out. */
export function Prose({ html }: { html: TrustedHtml }) {
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
