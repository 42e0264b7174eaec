import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import type { Element, Nodes } from 'hast';
import { entryPath } from '../../paths.ts';
import { lazy } from '../cache/lazy.ts';
import type * as lowlight from './lowlight.ts';
import { parseBody } from './parse.ts';
import { serializeBody } from './serialize.ts';
import { type TrustedHtml, trust } from './trusted.ts';

/** Per body; code beyond it is not highlighted. */
const CODE_BYTES_MAX = 50_000;
const MS_MAX = 200;

const load = createRequire(import.meta.url);

/** Loading forty languages takes a fifth of the memory and start time, and most processes never highlight code. */
const openLowlight = lazy(() => {
  const { common, createLowlight } = load(entryPath('platform/html/lowlight')) as typeof lowlight;
  return createLowlight(common);
});

/**
 * The body with highlighted code. It is stored beside the sanitized source and never sanitized again: the allow-list
 * lacks the spans of the highlighter.
 */
export function highlightBody(trusted: TrustedHtml): TrustedHtml {
  const tree = parseBody(trusted);
  const blocks = [...codeBlocks(tree)];
  if (blocks.length === 0) return trusted;
  const lowlight = openLowlight();
  const known = blocks.filter(({ language }) => lowlight.registered(language));
  // A grammar is compiled at its first use, which the timeout must not interrupt.
  for (const { language } of known) lowlight.highlight(language, '');
  stopAfter(MS_MAX, () => colourBlocks(lowlight, known));
  return trust(serializeBody(tree));
}

/** May be interrupted anywhere: a block is replaced in one step, when it is complete. */
function colourBlocks(lowlight: ReturnType<typeof openLowlight>, blocks: CodeBlock[]): void {
  let bytesLeft = CODE_BYTES_MAX;
  for (const { code, language, text } of blocks) {
    const bytes = Buffer.byteLength(text);
    if (bytes > bytesLeft) continue;
    bytesLeft -= bytes;
    code.children = lowlight.highlight(language, text).children as Element['children'];
  }
}

type CodeBlock = { code: Element; language: string; text: string };

function* codeBlocks(node: Nodes): Generator<CodeBlock> {
  if (!('children' in node)) return;
  for (const child of node.children) {
    const isPre = node.type === 'element' && node.tagName === 'pre';
    const block = isPre && child.type === 'element' && readCodeBlock(child);
    if (block) yield block;
    else yield* codeBlocks(child);
  }
}

function readCodeBlock(code: Element): CodeBlock | undefined {
  const tokens = [code.properties['className'] ?? []].flat().map(String);
  const language = tokens.find((token) => token.startsWith('language-'))?.slice('language-'.length);
  const [only, ...others] = code.children;
  // Code that contains elements of its author (a struck line) is not highlighted.
  if (code.tagName !== 'code' || !language || only?.type !== 'text' || others.length > 0) {
    return undefined;
  }
  return { code, language: language.toLowerCase(), text: only.value };
}

const script = new Script('work()');

/**
 * Some grammars need seconds for a page of plain words (C reads each as the start of a function), and only a vm script
 * with a timeout can interrupt a regular expression.
 */
function stopAfter(timeout: number, work: () => void): void {
  try {
    script.runInNewContext({ work }, { timeout });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
}
