import type { Context, Viewer } from '../../context.ts';
import type { TrustedHtml } from '../../platform/html/trusted.ts';
import { Refusal } from '../../refusals.ts';
import type { ComparedText, Comparison, WordCounts } from '../compare-texts.ts';
import {
  compareVersions,
  countChangedWords,
  type ProcessedText,
  processText,
  renderText,
  summarizeText,
  type TextInput,
} from '../text-worker.ts';

/** D26: sanitizes and highlights a text, and derives what is stored with it. */
export async function runProcessText(
  ctx: Context,
  viewer: Viewer,
  input: TextInput,
): Promise<ProcessedText> {
  const processed = isSmall(input.html)
    ? await processText(input)
    : await ctx.workers.run<TextInput, ProcessedText | undefined>(viewer.uid, 'processText', input);
  if (!processed) throw new Refusal('body_too_complex');
  return processed;
}

/** A saved body as readers see it. */
export async function runRenderText(
  ctx: Context,
  viewer: Viewer,
  body: string,
): Promise<TrustedHtml> {
  // It was sanitized when it was saved.
  const saved = body as TrustedHtml;
  const rendered = isSmall(body)
    ? renderText(saved)
    : await ctx.workers.run<TrustedHtml, TrustedHtml | null>(viewer.uid, 'renderText', saved);
  return rendered ?? saved;
}

/** D18: the author's own summary; empty if it was derived from the body, and so will be derived again. */
export async function getOwnSummary(
  ctx: Context,
  viewer: Viewer,
  { summary, body }: { summary: string; body: string },
): Promise<string> {
  if (summary === '') return '';
  const saved = body as TrustedHtml;
  const derived = isSmall(body)
    ? summarizeText(saved)
    : await ctx.workers.run<TrustedHtml, string>(viewer.uid, 'summarizeText', saved);
  return summary === derived ? '' : summary;
}

/** What changed from one saved text to another. */
export async function runCompareVersions(
  ctx: Context,
  viewer: Pick<Viewer, 'uid'>,
  texts: { before: ComparedText; after: ComparedText },
): Promise<Comparison> {
  return isSmall(texts.before.body) && isSmall(texts.after.body)
    ? compareVersions(texts)
    : ctx.workers.run<typeof texts, Comparison>(viewer.uid, 'compareVersions', texts);
}

type CountTask = Parameters<typeof countChangedWords>[0];

/** The words that each of several edits added and removed; null for those that the deadline does not reach. */
export async function runCountChangedWords(
  ctx: Context,
  viewer: Viewer,
  task: CountTask,
): Promise<(WordCounts | null)[]> {
  const characters = task.bodies.reduce((sum, { length }) => sum + length, 0);
  return characters <= SMALL_CHARACTERS && task.bodies.every(isSmall)
    ? countChangedWords(task)
    : ctx.workers.run<CountTask, (WordCounts | null)[]>(viewer.uid, 'countChangedWords', task);
}

/**
 * Small enough for the event loop: at most a few milliseconds however it is nested, less than starting a thread. The
 * cost grows with the number of tags rather than characters; for code, some grammars need time quadratic in its length.
 */
const SMALL_CHARACTERS = 2_000;
const SMALL_CODE_CHARACTERS = 300;
const SMALL_TAGS = 40;

export function isSmall(html: string): boolean {
  // Perhaps a formula (a reference can hide its class): KaTeX loads longer than a thread starts, and some take long.
  if (/<code[^>]/i.test(html) && /math|&/i.test(html)) return false;
  const charactersMax = /<pre/i.test(html) ? SMALL_CODE_CHARACTERS : SMALL_CHARACTERS;
  if (html.length > charactersMax) return false;
  return html.split('<', SMALL_TAGS + 2).length <= SMALL_TAGS + 1;
}
