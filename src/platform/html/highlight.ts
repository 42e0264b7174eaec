import { createRequire } from 'node:module';
import { Script } from 'node:vm';
import type { Element, Nodes } from 'hast';
import { lazy } from '../cache/lazy.ts';
import { parseBody } from './parse.ts';
import { serializeBody } from './serialize.ts';
import { type TrustedHtml, trust } from './trusted.ts';

/** Of one body: what lies beyond is shown plain. */
const CODE_BYTES_MAX = 50_000;
const MS_MAX = 200;

const load = createRequire(import.meta.url);

/** Forty languages take a fifth of the memory and of the time to start, and most processes never colour any code. */
const openLowlight = lazy(() => {
  const { common, createLowlight } = load('lowlight') as typeof import('lowlight');
  return createLowlight(common);
});

/**
 * The body as pages show it, with coloured code. It is kept beside the sanitized source and never fed
 * back: the marks are not in the allow-list, and sanitizing them would take them away.
 */
export function highlightBody(trusted: TrustedHtml): TrustedHtml {
  const tree = parseBody(trusted);
  const blocks = [...codeBlocks(tree)];
  if (blocks.length === 0) return trusted;
  const lowlight = openLowlight();
  const known = blocks.filter(({ language }) => lowlight.registered(language));
  // A language is prepared when it is first used, and must not be caught half-prepared by the clock.
  for (const { language } of known) lowlight.highlight(language, '');
  stopAfter(MS_MAX, () => colourBlocks(lowlight, known));
  return trust(serializeBody(tree));
}

/** May be stopped anywhere: a block is replaced in one step, when its colours are ready. */
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
  // Code with marks of its author's (a struck line) keeps those instead.
  if (code.tagName !== 'code' || !language || only?.type !== 'text' || others.length > 0) {
    return undefined;
  }
  return { code, language: language.toLowerCase(), text: only.value };
}

const script = new Script('work()');

/**
 * Some grammars need seconds for a page of plain words (C reads each as the start of a function), and
 * nothing but a timed script can stop an expression that is being matched.
 */
function stopAfter(timeout: number, work: () => void): void {
  try {
    script.runInNewContext({ work }, { timeout });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
}
