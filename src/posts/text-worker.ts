import { HtmlTooComplex } from '../platform/html/limits.ts';
import { renderBody } from '../platform/html/render.ts';
import { sanitizeBody } from '../platform/html/sanitize.ts';
import { deriveSummary } from '../platform/html/summary.ts';
import type { TrustedHtml } from '../platform/html/trusted.ts';
import { keyOf } from '../uploads/rules.ts';
import { type ComparedText, type Comparison, compareTexts } from './compare-texts.ts';

/**
 * The expensive work on a post's text: parsing, sanitizing, highlighting, formulas. These functions are pure and run in a worker
 * thread unless the text is small (actions/text-work.ts).
 */
export type TextInput = {
  html: string;
  /** Keys of the author's own uploads. */
  ownImages: string[];
  /** The author's own; if empty, it is derived from the body. */
  summary: string;
};
export type ProcessedText = { body: TrustedHtml; rendered: TrustedHtml | null; summary: string };

/** Undefined if the body exceeds a limit: a thrown error would lose its class between threads. */
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

/** The body with highlighted code, formulas and notes; null if that equals the body. */
export function renderText(body: TrustedHtml): TrustedHtml | null {
  const rendered = renderBody(body);
  return rendered === body ? null : rendered;
}

export function summarizeText(body: TrustedHtml): string {
  return deriveSummary(body);
}

/** Saved texts, without summaries that only repeat the beginning of the text: they change with it. */
export function compareVersions({
  before,
  after,
}: {
  before: ComparedText;
  after: ComparedText;
}): Comparison {
  const own = (text: ComparedText) =>
    text.summary === deriveSummary(text.body as TrustedHtml) ? { ...text, summary: '' } : text;
  return before.summary === after.summary
    ? compareTexts({ before, after })
    : compareTexts({ before: own(before), after: own(after) });
}

export { countChangedWords } from './compare-texts.ts';
