import { highlightBody } from '../platform/html/highlight.ts';
import { HtmlTooComplex } from '../platform/html/limits.ts';
import { sanitizeBody } from '../platform/html/sanitize.ts';
import { deriveSummary } from '../platform/html/summary.ts';
import type { TrustedHtml } from '../platform/html/trusted.ts';
import { keyOf } from '../uploads/rules.ts';

/**
 * What is expensive about the text of a post: parsing, sanitizing, highlighting. These functions depend on their
 * arguments alone, and run in a worker thread where the text is not small (actions/text-work.ts).
 */
export type TextInput = {
  html: string;
  /** Keys of the author's own uploads. */
  ownImages: string[];
  /** The author's; where it is empty, one is derived from the body. */
  summary: string;
};
export type ProcessedText = { body: TrustedHtml; rendered: TrustedHtml | null; summary: string };

/** Undefined where the body is past a limit: a thrown error would lose its class on the way between threads. */
export function processText({ html, ownImages, summary }: TextInput): ProcessedText | undefined {
  const own = new Set(ownImages);
  try {
    const body = sanitizeBody(html, { isOwnImage: (src) => own.has(keyOf(src) ?? '') });
    return {
      body,
      rendered: renderText(body),
      summary: summary || deriveSummary(body),
    };
  } catch (error) {
    if (error instanceof HtmlTooComplex) return undefined;
    throw error;
  }
}

/** The body with highlighted code; null where that is the body itself. */
export function renderText(body: TrustedHtml): TrustedHtml | null {
  const rendered = highlightBody(body);
  return rendered === body ? null : rendered;
}

export function summarizeText(body: TrustedHtml): string {
  return deriveSummary(body);
}
