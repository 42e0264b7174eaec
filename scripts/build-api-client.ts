/** `@lamplight/client`: its types and operations from the OpenAPI document, the rest from packages/client/src. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { REFUSALS } from '../src/refusals.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const PACKAGE = join(ROOT, 'packages/client');
const SOURCES = join(PACKAGE, 'src');
const DOCUMENT = join(ROOT, 'docs/openapi.json');

type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  deprecated?: boolean;
  parameters?: { in: string; required?: boolean }[];
  requestBody?: { required?: boolean; content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown> }>;
};
type Document = { paths: Record<string, Record<string, Operation>> };

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await buildApiClient();

/** Compiles in a directory without packages, so that only APIs common to browsers and Node can be used. */
export async function buildApiClient(directory = PACKAGE): Promise<void> {
  const out = join(directory, 'dist');
  const source = mkdtempSync(join(tmpdir(), 'lamplight-client-'));
  try {
    for (const name of readdirSync(SOURCES)) {
      // Declarations keep the file extensions of imports, and not every compiler accepts .ts.
      const text = readFileSync(join(SOURCES, name), 'utf8');
      writeFileSync(join(source, name), text.replaceAll(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
    }
    const document = forClient(JSON.parse(readFileSync(DOCUMENT, 'utf8')));
    await writeTypes(document, source);
    writeFileSync(join(source, 'problem-code.ts'), problemCodes());
    writeFileSync(join(source, 'client.ts'), clientSource(document));
    rmSync(out, { recursive: true, force: true });
    compile(source, out);
    for (const name of ['types.js', 'problem-code.js']) rmSync(join(out, name));
    copyFileSync(join(ROOT, 'LICENSE'), join(directory, 'LICENSE'));
  } finally {
    rmSync(source, { recursive: true, force: true });
  }
}

/** Removes what the client handles itself (idempotency keys, problems), deprecated operations and event streams. */
function forClient(document: Document): Document {
  const paths = Object.entries(document.paths).map(([path, operations]) => {
    const current = Object.entries(operations).filter(
      ([, operation]) => !operation.deprecated && !streams(operation),
    );
    return [path, Object.fromEntries(current.map(([method, one]) => [method, plain(one)]))];
  });
  return { ...document, paths: Object.fromEntries(paths) };
}

/** Not a call with one result: every platform has a client for server-sent events. */
function streams({ responses }: Operation): boolean {
  return Object.values(responses).some(({ content }) => 'text/event-stream' in (content ?? {}));
}

function plain(operation: Operation): Operation {
  const { default: _problem, ...responses } = operation.responses;
  const parameters = (operation.parameters ?? []).filter((one) => one.in !== 'header');
  return { ...operation, parameters, responses };
}

/** The generator needs the compiler API of TypeScript 6, which 7 does not have. */
async function writeTypes(document: Document, directory: string): Promise<void> {
  const parentURL = new URL('../tools/client/package.json', import.meta.url).href;
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, specifier === 'typescript' ? { ...context, parentURL } : context),
  });
  const { createClient } = await import('@hey-api/openapi-ts');
  await createClient({
    input: document as never,
    output: { path: directory, clean: false, entryFile: false, fileName: { suffix: null } },
    plugins: ['@hey-api/typescript'],
    logs: { level: 'silent' },
  });
  hooks.deregister();
}

function problemCodes(): string {
  const codes = Object.entries(REFUSALS).map(
    ([code, { title }]) => `  /** ${title} */\n  | '${code}'`,
  );
  return `export type ProblemCode =\n${codes.join('\n')};\n`;
}

function clientSource(document: Document): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );
  return `${[
    "import { type ConnectOptions, type Connection, connectWith } from './connect.js';",
    "import type { CallOptions } from './open.js';",
    "import type { Operation } from './request.js';",
    "import type * as types from './types.js';",
    '',
    "export type { ConnectOptions } from './connect.js';",
    "export { LamplightConnectionError } from './connection-error.js';",
    "export type { CallOptions } from './open.js';",
    "export { pages } from './pages.js';",
    "export { LamplightProblem } from './problem.js';",
    "export type { ProblemCode } from './problem-code.js';",
    "export type { Tokens } from './session.js';",
    "export type * from './types.js';",
    '',
    "type Input<Data extends { url: string }> = Omit<Data, 'url'>;",
    '',
    '/** All operations of the site, by their names in the API reference. */',
    'export type Lamplight = Connection & {',
    ...operations.map(signature),
    '};',
    '',
    'const OPERATIONS = {',
    ...operations.map((operation) => {
      const { operationId, method, path, requestBody } = operation;
      const multipart = requestBody && 'multipart/form-data' in requestBody.content;
      const media = multipart ? 'multipart' : returnsFile(operation) ? 'file' : undefined;
      return `  ${operationId}: ['${method}', '${path}'${media ? `, '${media}'` : ''}],`;
    }),
    '} as const satisfies Record<string, Operation>;',
    '',
    '/** Logs in if there is a password. A refused call throws a `LamplightProblem`, one without a response a `LamplightConnectionError`. */',
    'export function connect(options: ConnectOptions): Promise<Lamplight> {',
    '  return connectWith<Lamplight>(OPERATIONS, options);',
    '}',
  ].join('\n')}\n`;
}

function signature(operation: Operation & { method: string; path: string }): string {
  const { operationId, summary, description, method, path, parameters, requestBody } = operation;
  const needsInput = requestBody?.required || parameters?.some(({ required }) => required);
  const name = `types.${operationId[0]?.toUpperCase()}${operationId.slice(1)}`;
  const value = returnsFile(operation) ? 'File' : `${name}Response`;
  return [
    '  /**',
    `   * ${summary}.`,
    ...(description ? [`   * ${description}`] : []),
    `   * \`${method} ${path}\``,
    '   */',
    `  ${operationId}(input${needsInput ? '' : '?'}: Input<${name}Data>, options?: CallOptions): Promise<${value}>;`,
  ].join('\n');
}

function returnsFile({ responses }: Operation): boolean {
  const types = Object.values(responses).flatMap(({ content }) => Object.keys(content ?? {}));
  return types.length > 0 && !types.some((type) => type.includes('json'));
}

function compile(source: string, directory: string): void {
  const project = join(source, 'tsconfig.json');
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    declaration: true,
    noEmitOnError: true,
    rootDir: source,
    outDir: directory,
  };
  writeFileSync(project, JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  writeFileSync(join(source, 'package.json'), '{ "type": "module" }');
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  execFileSync(process.execPath, [join(dirname(compiler), 'bin/tsc'), '-p', project], {
    stdio: 'inherit',
  });
}
