import type { TrustedHtml } from '../platform/html/trusted.ts';

/** What somebody wrote, as the sanitizer left it. Plain text cannot get in here by its type. */
export function Prose({ html }: { html: TrustedHtml }) {
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
