import type { TrustedHtml } from '../platform/html/trusted.ts';
import type { Language } from '../platform/language/languages.ts';

type ProseProps = { html: TrustedHtml; lang?: Language | undefined };

/** A member's text as sanitized HTML. The type keeps unsanitized strings out. */
export function Prose({ html, lang }: ProseProps) {
  return <div class="prose" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
}
