import { createRequire } from 'node:module';
import type { Element, Nodes, Root } from 'hast';
import { entryPath } from '../../paths.ts';
import { lazy } from '../cache/lazy.ts';
import type * as lowlight from './lowlight.ts';
import { stopAfter } from './stop-after.ts';

/** Per body; code beyond it is not highlighted. */
const CODE_BYTES_MAX = 50_000;
const MS_MAX = 200;

const load = createRequire(import.meta.url);

/** Loading forty languages takes a fifth of the memory and start time, and most processes never highlight code. */
const openLowlight = lazy(() => {
  const { common, createLowlight } = load(entryPath('platform/html/lowlight')) as typeof lowlight;
  return createLowlight(common);
});

/** Colours the code blocks of a body. False if there are none. */
export function highlightCode(tree: Root): boolean {
  const blocks = [...codeBlocks(tree)];
  if (blocks.length === 0) return false;
  const lowlight = openLowlight();
  const known = blocks.filter(({ language }) => lowlight.registered(language));
  // A grammar is compiled at its first use, which the timeout must not interrupt.
  for (const { language } of known) lowlight.highlight(language, '');
  stopAfter(MS_MAX, () => colourBlocks(lowlight, known));
  return true;
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
