import type { Nodes, Root } from 'hast';
import { toText } from 'hast-util-to-text';
import { writeOutFootnotes } from './footnotes.ts';
import { parseBody } from './parse.ts';
import type { TrustedHtml } from './trusted.ts';

/** D18 */
const SUMMARY_MAX = 300;
const SENTENCE_END = /[。！？][”’」』）]*|[.!?]["')\]”’]*(?=\s|$)/gu;
const words = new Intl.Segmenter('zh', { granularity: 'word' });
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' });

/** D18: the summary of a body whose author wrote none. Never longer than `max` characters. */
export function deriveSummary(html: TrustedHtml, max = SUMMARY_MAX): string {
  const tree = parseBody(html);
  dropCodeBlocks(tree);
  writeOutFootnotes(tree, () => '');
  const text = collapsedText(tree);
  const characters = [...text];
  if (characters.length <= max) return text;
  const head = characters.slice(0, max).join('');
  const sentence = lastSentenceEnd(head, characters[max] as string);
  if (sentence >= (head.length * 2) / 3) return head.slice(0, sentence).trimEnd();
  // One character less, for the ellipsis. `ahead` is longer, to find where the last word ends.
  const limit = characters.slice(0, max - 1).join('').length;
  const ahead = characters.slice(0, max + 20).join('');
  return `${ahead.slice(0, lastWordEnd(ahead, limit)).trimEnd()}…`;
}

/** In code points, with code; a run of white space counts as one. */
export function textLength(html: TrustedHtml): number {
  return [...collapsedText(parseBody(html))].length;
}

/** The text of each paragraph and each line of it, without empty ones; notes are in brackets. */
export function linesOf(html: TrustedHtml): string[] {
  const tree = parseBody(html);
  writeOutFootnotes(tree, (note) => ` (${note}) `);
  const lines = toText(tree).split('\n');
  return lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter((line) => line !== '');
}

function collapsedText(tree: Root): string {
  return toText(tree).replace(/\s+/g, ' ').trim();
}

function dropCodeBlocks(node: Nodes): void {
  if (!('children' in node)) return;
  node.children = node.children.filter(
    (child) => child.type !== 'element' || child.tagName !== 'pre',
  ) as typeof node.children;
  for (const child of node.children) dropCodeBlocks(child);
}

/** `next` is the character after the cut: it distinguishes the end of a sentence from the point in 3.14. */
function lastSentenceEnd(head: string, next: string): number {
  const last = [...`${head}${next}`.matchAll(SENTENCE_END)]
    .map((match) => match.index + match[0].length)
    .filter((end) => end <= head.length);
  return last.at(-1) ?? 0;
}

/** A "word" longer than a third of the text is a URL or an attack, and is cut between graphemes. */
function lastWordEnd(text: string, limit: number): number {
  const word = lastBoundary(words, text, limit);
  return word >= (limit * 2) / 3 ? word : lastBoundary(graphemes, text, limit) || limit;
}

function lastBoundary(segmenter: Intl.Segmenter, text: string, limit: number): number {
  let end = 0;
  for (const { index, segment } of segmenter.segment(text)) {
    if (index + segment.length > limit) break;
    end = index + segment.length;
  }
  return end;
}
