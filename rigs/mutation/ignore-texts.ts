/**
 * Ignores texts that only people read: descriptions in the API schema, log messages, and messages of errors that stop the start or
 * mark a bug.
 */
type Node = {
  type: string;
  /** Of a property. */
  key?: { name?: string };
  /** Of a variable. */
  id?: { name?: string };
  properties?: Node[];
  callee?: { name?: string; object?: { name?: string; property?: { name?: string } } };
};
type Path = { node: Node; parentPath?: Path | null };

const TEXTS = new Set(['description', 'summary', 'title', 'tags', 'operationId']);

function isText({ type, key, id }: Node): boolean {
  if (type === 'VariableDeclarator') return id?.name === 'tags';
  return type === 'ObjectProperty' && TEXTS.has(key?.name ?? '');
}

function whyLeft({ node, parentPath }: Path): string | undefined {
  const parent = parentPath?.node;
  if (isText(node) || (node.properties?.length && node.properties.every(isText)))
    return 'documentation of the API';
  if (!parent || !/^(String|Template)Literal$/.test(node.type)) return undefined;
  if (parent.type === 'NewExpression' && parent.callee?.name === 'Error')
    return 'message of an error for developers';
  const { object } = parent.type === 'CallExpression' ? (parent.callee ?? {}) : {};
  if (object?.name === 'log' || object?.property?.name === 'log') return 'text of a log line';
  return undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'texts', value: { shouldIgnore: whyLeft } }];
