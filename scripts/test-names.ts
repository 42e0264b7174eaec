/** The names of all tests, for the documents that are made from them. */
import { readdirSync, readFileSync } from 'node:fs';

export type NamedTest = { file: string; name: string };

export function readTests(): NamedTest[] {
  const files = ['src', 'test'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.test\.tsx?$/.test(path))
      .map((path) => `${root}/${path}`),
  );
  return files
    .sort()
    .flatMap((file) => readNames(readFileSync(file, 'utf8')).map((name) => ({ file, name })));
}

export function listTests(tests: NamedTest[]): string[] {
  return tests.map((test) => `- \`${test.file}\` ${test.name}`);
}

/** The first text argument of test(), describe() and of what each() or skipIf() make of them. */
function readNames(source: string): string[] {
  const called = /\b(?:test|describe|suite)(?:\.\w+)*\s*\(\s*(['"`])((?:\\.|(?!\1).)+)\1/g;
  const made = /\)\(\s*(['"`])((?:\\.|(?!\1).)+)\1/g;
  return [...source.matchAll(called), ...source.matchAll(made)].map(([, , name = '']) =>
    name.replace(/\\(['"`])/g, '$1'),
  );
}
