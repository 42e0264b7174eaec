import { createRequire } from 'node:module';
import type { Element, ElementContent, Nodes, Root } from 'hast';
import { entryPath } from '../../paths.ts';
import { lazy } from '../cache/lazy.ts';
import type * as katexFile from './katex.ts';
import { FORMULA_MAX } from './limits.ts';
import { type Katex, writeMathml } from './mathml.ts';
import { parseBody } from './parse.ts';
import { stopAfter } from './stop-after.ts';

/** Per body. A formula beyond a limit stays code, which readers can still read. */
const FORMULAS_MAX = 400;
const TEX_CHARACTERS_MAX = 30_000;
/** MathML is about twenty times as long as its TeX. Every reader loads it. */
const MATHML_CHARACTERS_MAX = 400_000;
const MS_MAX = 400;

const FORMULA_CLASS = 'language-math';
const load = createRequire(import.meta.url);

/** Most processes never write a formula. */
const openKatex = lazy(() => {
  const { katex } = load(entryPath('platform/html/katex')) as typeof katexFile;
  return katex as unknown as Katex;
});

type Formula = { parent: { children: unknown[] }; node: Element; tex: string; isBlock: boolean };

/** Replaces the formulas of a body by MathML with their TeX as annotation. False if there are none. */
export function writeFormulas(tree: Root): boolean {
  const formulas = [...formulasIn(tree)].slice(0, FORMULAS_MAX);
  if (formulas.length === 0) return false;
  const katex = openKatex();
  const written = new Map<Formula, string>();
  // May be interrupted anywhere, so the tree is changed after it.
  stopAfter(MS_MAX, () => writeAll(katex, formulas, written));
  for (const [{ parent, node, isBlock }, mathml] of written) {
    const math = parseMath(mathml);
    if (math) parent.children[parent.children.indexOf(node)] = isBlock ? frameOf(math) : math;
  }
  return written.size > 0;
}

function writeAll(katex: Katex, formulas: Formula[], written: Map<Formula, string>): void {
  let texLeft = TEX_CHARACTERS_MAX;
  let mathmlLeft = MATHML_CHARACTERS_MAX;
  for (const formula of formulas) {
    const { tex, isBlock } = formula;
    texLeft -= tex.length;
    if (texLeft < 0) return;
    const mathml = writeMathml(katex, tex, isBlock);
    if (mathml === undefined || mathml.length > mathmlLeft) continue;
    mathmlLeft -= mathml.length;
    written.set(formula, mathml);
  }
}

function* formulasIn(node: Nodes): Generator<Formula> {
  if (!('children' in node)) return;
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    const code = child.tagName === 'pre' ? onlyChildOf(child) : child;
    const tex = code && texOf(code);
    if (tex === undefined) yield* formulasIn(child);
    else yield { parent: node, node: child, tex, isBlock: child.tagName === 'pre' };
  }
}

function onlyChildOf({ children }: Element): Element | undefined {
  const [only] = children;
  return children.length === 1 && only?.type === 'element' ? only : undefined;
}

function texOf({ tagName, properties, children }: Element): string | undefined {
  const [only] = children;
  const isFormula = tagName === 'code' && String(properties['className'] ?? '') === FORMULA_CLASS;
  if (!isFormula || children.length !== 1 || only?.type !== 'text') return undefined;
  return only.value.length <= FORMULA_MAX ? only.value : undefined;
}

/** Undefined if it has more elements than a body may. */
function parseMath(mathml: string): ElementContent | undefined {
  try {
    return parseBody(mathml).children[0] as ElementContent | undefined;
  } catch {
    return undefined;
  }
}

/** A wide formula scrolls in its frame, also by keyboard. */
function frameOf(math: ElementContent): Element {
  const properties = { className: ['formula'], tabIndex: 0 };
  return { type: 'element', tagName: 'div', properties, children: [math] };
}
