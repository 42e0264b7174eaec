import { FORMULA_MAX } from './limits.ts';
import { styleLetters } from './math-letters.ts';

/**
 * MathML from the tree of KaTeX, for the server and for the preview in the editor. It is written from these lists, so
 * whatever else a tree contains (links, pictures, styles, classes) never becomes markup.
 */
const ELEMENTS = new Set([
  ...['math', 'semantics', 'annotation', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'mspace'],
  ...['mfrac', 'msqrt', 'mroot', 'msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover'],
  ...['mtable', 'mtr', 'mtd', 'mlabeledtr', 'mstyle', 'mpadded', 'mphantom', 'menclose'],
]);
const ATTRIBUTES = new Set([
  ...['display', 'encoding', 'displaystyle', 'scriptlevel', 'linethickness', 'notation'],
  ...['stretchy', 'fence', 'separator', 'largeop', 'accent', 'accentunder', 'lspace', 'rspace'],
  ...['minsize', 'maxsize', 'width', 'height', 'depth', 'voffset', 'mathcolor', 'mathsize'],
]);
/** Lengths, numbers, keywords and colors. */
const VALUE = /^[\w.+#%/ -]{1,40}$/;
/** Deeper formulas cannot be read, and every step recurses. */
const DEPTH_MAX = 60;

export type Katex = { __renderToDomTree(tex: string, options: object): unknown };
type TreeNode = {
  type?: string;
  attributes?: Record<string, string>;
  children?: TreeNode[];
  text?: string;
  width?: number;
  character?: string | null;
};

/** Undefined for a formula that KaTeX rejects. */
export function writeMathml(katex: Katex, tex: string, isBlock: boolean): string | undefined {
  if (tex.length > FORMULA_MAX || tex.trim() === '') return undefined;
  try {
    const tree = katex.__renderToDomTree(tex, {
      output: 'mathml',
      displayMode: isBlock,
      throwOnError: true,
      strict: 'ignore',
      trust: false,
      maxExpand: 200,
      maxSize: 20,
    }) as TreeNode;
    return spaceFunctions(write(tree, 0));
  } catch (error) {
    // KaTeX's own errors, and formulas nested too deeply for the stack or for DEPTH_MAX.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

/** A thin space around `log`, as TeX has it; not before a bracket. Browsers would draw `n \log n` as one word. */
function spaceFunctions(mathml: string): string {
  const space = '<mspace width="0.1667em"></mspace>';
  return mathml
    .replace(/(?<=<\/m[in]>)(?=<mi>[^<]+<\/mi><mo>\u2061<\/mo>)/g, space)
    .replace(/(?<=<mo>\u2061<\/mo>)(?=<m(?!o[ >]|space))/g, space);
}

function write(node: TreeNode, depth: number, column = ''): string {
  if (depth > DEPTH_MAX) throw new RangeError('too deep');
  if (node.text !== undefined) return escapeText(node.text);
  if (node.character) return `<mtext>${node.character}</mtext>`;
  const { type, attributes = {}, children = [] } = node;
  if (type === undefined && typeof node.width === 'number' && !node.children)
    return `<mspace width="${Number(node.width.toFixed(4))}em"></mspace>`;
  // The span around the formula, and fragments.
  if (type === undefined || type === 'span')
    return children.map((child) => write(child, depth + 1)).join('');
  if (!ELEMENTS.has(type)) throw new TypeError(`no element of MathML: ${type}`);
  const letters = attributes['mathvariant'];
  const columns = String(attributes['columnalign'] ?? column).split(' ');
  const content = children
    .map((child, at) => {
      if (letters && child.text !== undefined) return escapeText(styleLetters(child.text, letters));
      const own =
        type === 'mtr' ? columns[at % columns.length] : type === 'mtable' ? columns.join(' ') : '';
      return write(child, depth + 1, own);
    })
    .join('');
  return `<${type}${writeAttributes(type, attributes, column)}>${content}</${type}>`;
}

function writeAttributes(type: string, attributes: Record<string, string>, column: string): string {
  const written = Object.entries(attributes)
    .filter(([name, value]) => ATTRIBUTES.has(name) && VALUE.test(String(value)))
    .map(([name, value]) => ` ${name}="${value}"`);
  // Browsers know only this value, and only here: upright instead of slanted.
  if (type === 'mi' && attributes['mathvariant'] === 'normal')
    written.push(' mathvariant="normal"');
  // Browsers ignore `columnalign`; the style sheet aligns the cells.
  if (type === 'mtd' && /^(left|right)$/.test(column)) written.push(` class="math-${column}"`);
  return written.join('');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
