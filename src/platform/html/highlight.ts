import { Script } from 'node:vm';
import type { Element, Nodes, Root } from 'hast';
import { common, createLowlight } from 'lowlight';
import { parseBody } from './parse.ts';
import { serializeBody } from './serialize.ts';
import { type TrustedHtml, trust } from './trusted.ts';

/** Of one body: what lies beyond is shown plain. */
const CODE_BYTES_MAX = 50_000;
const MS_MAX = 200;

const lowlight = createLowlight(common);
// A language is prepared when it is first used, and must not be caught half-prepared by the clock.
for (const language of lowlight.listLanguages()) lowlight.highlight(language, '');

/**
 * The body as pages show it, with coloured code. It is kept beside the sanitized source and never fed
 * back: the marks are not in the allow-list, and sanitizing them would take them away.
 */
export function highlightBody(trusted: TrustedHtml): TrustedHtml {
  const tree = parseBody(trusted);
  stopAfter(MS_MAX, () => colourBlocks(tree));
  return trust(serializeBody(tree));
}

/** May be stopped anywhere: a block is replaced in one step, when its colours are ready. */
function colourBlocks(tree: Root): void {
  let bytesLeft = CODE_BYTES_MAX;
  for (const { code, language, text } of codeBlocks(tree)) {
    const bytes = Buffer.byteLength(text);
    if (bytes > bytesLeft || !lowlight.registered(language)) continue;
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
