import { HtmlTooComplex } from '../platform/html/limits.ts';
import { renderBody } from '../platform/html/render.ts';
import { sanitizeBody } from '../platform/html/sanitize.ts';
import { deriveSummary } from '../platform/html/summary.ts';
import type { TrustedHtml } from '../platform/html/trusted.ts';
import { detectLanguage } from '../platform/language/detect.ts';
import type { Language } from '../platform/language/languages.ts';
import { keyOf } from '../uploads/rules.ts';
import { measureText, type TextMeasures } from './card-kind.ts';
import { type ComparedText, type Comparison, compareTexts } from './compare-texts.ts';

/**
 * The expensive work on a post's text: parsing, sanitizing, highlighting, formulas, counting. These functions are pure
 * and run in a worker thread unless the text is small (actions/text-work.ts).
 */
export type TextInput = {
  title: string;
  html: string;
  /** Keys of the author's own uploads. */
  ownImages: string[];
  /** The author's own; if empty, it is derived from the body. */
  summary: string;
  /** The author's choice; detected if there is none. */
  lang: Language | null;
};
export type ProcessedText = {
  body: TrustedHtml;
  rendered: TrustedHtml | null;
  summary: string;
  lang: Language | null;
  measures: TextMeasures;
};

/** Undefined if the body exceeds a limit: a thrown error would lose its class between threads. */
export async function processText(input: TextInput): Promise<ProcessedText | undefined> {
  const own = new Set(input.ownImages);
  try {
    const body = sanitizeBody(input.html, { isOwnImage: (src) => own.has(keyOf(src) ?? '') });
    const summary = input.summary || deriveSummary(body);
    return {
      body,
      rendered: renderText(body),
      summary,
      lang: input.lang ?? (await detectLanguage(`${input.title}\n${summary}`)),
      measures: measureText(body),
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
