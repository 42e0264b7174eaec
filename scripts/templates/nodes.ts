import type { JSXChild, JSXElement, JSXElementName, JSXFragment, Node } from 'oxc-parser';

export type JsxNode = JSXElement | JSXFragment;

export function isJsx(node: Node): node is JsxNode {
  return node.type === 'JSXElement' || node.type === 'JSXFragment';
}

/** The outermost JSX nodes, without those nested in them. */
export function findOutermostJsx(node: Node): JsxNode[] {
  if (isJsx(node)) return [node];
  return Object.values(node).flat().filter(isNode).flatMap(findOutermostJsx);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** The name of an element; undefined for a component. */
export function tagOf(name: JSXElementName): string | undefined {
  return name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name) ? name.name : undefined;
}

/** Without whitespace that only formats the source. */
export function contentOf({ children }: JsxNode): JSXChild[] {
  return children.filter((one) => {
    if (one.type === 'JSXText') return withoutIndentation(one.value) !== '';
    return one.type !== 'JSXExpressionContainer' || one.expression.type !== 'JSXEmptyExpression';
  });
}

/** The text of a child that is a literal. */
export function literalTextOf(one: JSXChild): string | undefined {
  if (one.type === 'JSXText') return withoutIndentation(one.value);
  if (one.type !== 'JSXExpressionContainer' || one.expression.type !== 'Literal') return undefined;
  return typeof one.expression.value === 'string' ? one.expression.value : undefined;
}

/** JSX whitespace: line breaks with indentation collapse, spaces within a line stay. */
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
