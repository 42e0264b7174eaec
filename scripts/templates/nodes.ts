import type { JSXChild, JSXElement, JSXElementName, JSXFragment, Node } from 'oxc-parser';

export type Drawn = JSXElement | JSXFragment;

export function isDrawn(node: Node): node is Drawn {
  return node.type === 'JSXElement' || node.type === 'JSXFragment';
}

/** What is drawn here, without what is drawn in it. */
export function outermostIn(node: Node): Drawn[] {
  if (isDrawn(node)) return [node];
  return Object.values(node).flat().filter(isNode).flatMap(outermostIn);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The name of an element; undefined for a component. */
export function tagOf(name: JSXElementName): string | undefined {
  return name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name) ? name.name : undefined;
}

/** Without what is only there to lay out the source. */
export function contentOf({ children }: Drawn): JSXChild[] {
  return children.filter((one) => {
    if (one.type === 'JSXText') return withoutIndentation(one.value) !== '';
    return one.type !== 'JSXExpressionContainer' || one.expression.type !== 'JSXEmptyExpression';
  });
}

/** The words of a child that is nothing else. */
export function wordsOf(one: JSXChild): string | undefined {
  if (one.type === 'JSXText') return withoutIndentation(one.value);
  if (one.type !== 'JSXExpressionContainer' || one.expression.type !== 'Literal') return undefined;
  return typeof one.expression.value === 'string' ? one.expression.value : undefined;
}

/** Lines are how the source is laid out; between words of one line spaces are meant. */
function withoutIndentation(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const start = index === 0 ? line : line.replace(/^[ \t]+/, '');
      return index === lines.length - 1 ? start : start.replace(/[ \t\r]+$/, '');
    })
    .filter((line) => line !== '')
    .join(' ');
}
