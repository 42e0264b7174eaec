/** The titles of all tests, for generated documents. A `describe` asserts nothing and is not listed. */
import { readdirSync, readFileSync } from 'node:fs';
import { type CallExpression, type Node, parseSync } from 'oxc-parser';

export type NamedTest = { file: string; name: string };

export function readTests(): NamedTest[] {
  const files = ['src', 'test', 'rigs', 'scripts'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) => `${root}/${path}`),
  );
  return files
    .sort()
    .flatMap((file) =>
      readTitles(file, readFileSync(file, 'utf8')).map((name) => ({ file, name })),
    );
}

export function listTests(tests: NamedTest[]): string[] {
  return tests.map((test) => `- \`${test.file}\` ${test.name}`);
}

/** Titles of `test('…')`, `test.each(…)('…')` and `const alias = test.skipIf(…)`, but not of skipped tests. */
export function readTitles(path: string, source: string): string[] {
  const nodes = [...visitNodes(parseSync(path, source).program)];
  const runners = new Set(['test', 'it']);
  for (const node of nodes)
    if (
      node.type === 'VariableDeclarator' &&
      node.id.type === 'Identifier' &&
      node.init?.type === 'CallExpression' &&
      runners.has(rootOf(node.init))
    )
      runners.add(node.id.name);
  return nodes
    .filter((node) => node.type === 'CallExpression')
    .filter((call) => runners.has(rootOf(call)) && !/\.(skip|todo)\b/.test(calleeOf(call, source)))
    .flatMap((call) => titleOf(call, source));
}

function* visitNodes(node: Node): Generator<Node> {
  yield node;
  for (const value of Object.values(node).flat()) if (isNode(value)) yield* visitNodes(value);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** `test` of `test.each(rows)(…)` */
function rootOf(node: Node): string {
  if (node.type === 'CallExpression') return rootOf(node.callee);
  if (node.type === 'TaggedTemplateExpression') return rootOf(node.tag);
  if (node.type === 'MemberExpression') return rootOf(node.object);
  return node.type === 'Identifier' ? node.name : '';
}

function calleeOf(call: CallExpression, source: string): string {
  return source.slice(call.callee.start, call.callee.end);
}

function titleOf(call: CallExpression, source: string): string[] {
  const [title] = call.arguments;
  if (title?.type === 'Literal' && typeof title.value === 'string') return [title.value];
  return title?.type === 'TemplateLiteral' ? [source.slice(title.start + 1, title.end - 1)] : [];
}
