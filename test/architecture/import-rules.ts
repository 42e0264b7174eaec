import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path/posix';

/** Path below src → text. */
export type Sources = Map<string, string>;

/** The domains, lowest first: a core may import only domains listed before its own. */
const ORDER = [
  'site-settings',
  'uploads',
  'users',
  'blocks',
  'mail',
  'notifications',
  'energy',
  'levels',
  'staff-log',
  'bans',
  'automatic-rules',
  'profiles',
  'follows',
  'tags',
  'posts',
  'foreign-pictures',
  'reactions',
  'comments',
  'favorites',
  'series',
  'energizing',
  'reading',
  'reports',
  'search',
  'reads',
  'related',
  'home',
  'feeds',
  'sharing',
  'studio',
  'transparency',
  'revisions',
  'written-pages',
  'second-factors',
  'api-tokens',
  'invitations',
  'accounts',
  'account-mail',
  'identities',
  'digest',
  'exports',
  'integrity',
  'webhooks',
  'health',
  'administration',
  'live',
  'push',
  'offline',
  'site-import',
  'site-export',
  'site',
  'api-docs',
];

/**
 * Not domains. `cli`, `demo`, `start` and the files at the root compose; `local` starts programs on a developer's
 * machine; everything may use the shared vocabulary.
 */
const SHARED = ['platform', 'ui', 'locales', 'cli', 'demo', 'local', 'start'];
const COMPOSING = ['cli', 'demo', 'start'];
const DOMAINLESS = ['platform', 'ui', 'locales', 'local'];
const COMPOSERS = [
  'app.ts',
  'jobs.ts',
  'server.ts',
  'services.ts',
  'start/serve.ts',
  'start/publish-metrics.ts',
];
const EDGES = [
  'routes',
  'pages',
  'client',
  'guards',
  'transport',
  'shell',
  'refused-form',
  'styleguide',
];
const PURE = ['rules'];
/**
 * A store is private, except `store/shared.ts` or the files in `store/shared/`: other domains may import them like
 * actions. They export reads and SQL fragments only, recognized by their names; a write needs the checks of an action.
 */
const SHARED_STORE = /^[^/]+\/store\/shared(\.ts$|\/)/;
const SHARED_NAME = /^(find|list|get|count|select|is)[A-Z]|(Sql|Query)$/;
/** What rules may not reach: the network, the disk, the database, the clock and chance. */
const IMPURE = /^(pg|kysely|ioredis|fastify|node:(fs|net|http|child_process|timers).*)$/;
const MAX_LINES = 250;
/** `createRequire` looks for packages, which does not depend on the file's location. */
const WHERE = /(?<!createRequire\()import\.meta\.(url|filename|dirname)/;
const SQL = /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql`|\bsql</;
/** A comparison of such a column with a word or a truth that is sent as a value. */
const CONSTANT_AS_VALUE = new RegExp(
  `\\(\\s*'(?:\\w+\\.)?(?:${partlyIndexed().join('|')})',\\s*'[^']+',\\s*(?:'|true|false|\\[\\s*')`,
);

/** Columns in the condition of a partial index. A generic plan cannot use the index if the value is a parameter. */
function partlyIndexed(): string[] {
  const directory = new URL('../../migrations/', import.meta.url);
  const text = readdirSync(directory)
    .map((name) => readFileSync(new URL(name, directory), 'utf8'))
    .join('\n');
  const parts = text.matchAll(/\bINDEX\b[^;]*?\bWHERE\b([^;]*);/g);
  return [...parts].flatMap(([, part = '']) => part.match(/(?<!')\b[a-z_]+\b(?!'| IS)/g) ?? []);
}

type File = {
  path: string;
  domain: string;
  role: string;
  imports: string[];
  packages: string[];
  text: string;
};

/** Every way the tree breaks the house rules, each as a sentence. */
export function violations(sources: Sources): string[] {
  const files = [...sources].map(([path, text]) => readFile(path, text));
  const known = new Set(sources.keys());
  return [...files.flatMap((file) => violationsOf(file, known)), ...cycles(files)];
}

function readFile(path: string, text: string): File {
  const [domain = '', ...rest] = path.split('/');
  const role = (rest.length > 1 ? rest[0] : rest[0]?.replace(/\.tsx?$/, '')) ?? '';
  // Type imports count too: they cross boundaries, and a cycle of types is a knot for the reader.
  const specifiers = [
    ...text.matchAll(/^\s*(?:import|export)\s[^;'"]*?from\s+'([^']+)'/gm),
    ...text.matchAll(/import\('([^']+)'\)/g),
  ];
  const targets = specifiers.map((match) => match[1] ?? '');
  return {
    path,
    domain: rest.length === 0 ? '' : domain,
    role,
    imports: targets
      .filter((target) => target.startsWith('.'))
      .map((target) => join(dirname(path), target)),
    packages: targets.filter((target) => !target.startsWith('.')),
    text,
  };
}

function violationsOf(file: File, known: Set<string>): string[] {
  const found: string[] = [];
  const { domain, role } = file;
  if (domain && !ORDER.includes(domain) && !SHARED.includes(domain))
    found.push(`${domain} is missing in ORDER of test/architecture/import-rules.ts`);
  const lines = file.text.split('\n').length - 1;
  if (lines > MAX_LINES)
    found.push(`${file.path} has ${lines} lines; split it by verb (limit ${MAX_LINES})`);
  if (SQL.test(file.text) && domain !== 'platform' && !['store'].includes(role))
    found.push(`${file.path}: SQL outside a store`);
  if (CONSTANT_AS_VALUE.test(file.text))
    found.push(
      `${file.path}: a constant in a condition stands in its text (sql.lit), or no partial index is used`,
    );
  if (PURE.includes(role) && file.packages.some((name) => IMPURE.test(name)))
    found.push(`${file.path}: rules do no I/O`);
  if (WHERE.test(file.text) && file.path !== 'paths.ts')
    found.push(`${file.path}: only paths.ts may ask where it is`);
  if (SHARED_STORE.test(file.path))
    for (const [, name = ''] of file.text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm))
      if (!SHARED_NAME.test(name))
        found.push(`${file.path}: ${name} is neither a read nor an SQL fragment`);
  for (const target of file.imports) {
    if (!known.has(target)) found.push(`${file.path}: ${target} does not exist`);
    else found.push(...crossing(file, readFile(target, '')));
  }
  return found;
}

function crossing(from: File, to: File): string[] {
  const report = (reason: string) => [`${from.path}: ${reason} (${to.path})`];
  const fromEdge =
    EDGES.includes(from.role) || COMPOSING.includes(from.domain) || COMPOSERS.includes(from.path);
  const toDomain = ORDER.includes(to.domain);
  if (COMPOSERS.includes(to.path) && !COMPOSERS.includes(from.path) && from.domain !== 'cli')
    return report('nothing imports the composition');
  if (to.domain === 'demo' && !COMPOSING.includes(from.domain))
    return report('only the command line knows the demo');
  if (!toDomain) {
    if (from.domain === 'platform' && (to.domain === 'ui' || to.domain === 'cli'))
      return report('the platform knows no page');
    return [];
  }
  // A text that names a number of a rule imports that rule, so that no number stands in two files.
  if (from.domain === 'locales' && PURE.includes(to.role)) return [];
  if (DOMAINLESS.includes(from.domain)) return report(`the ${from.domain} knows no domain`);
  if (EDGES.includes(to.role)) {
    const own = from.domain === to.domain && fromEdge;
    return own || COMPOSERS.includes(from.path)
      ? []
      : report('nothing imports an edge but the composition');
  }
  if (from.domain === to.domain)
    return PURE.includes(from.role) && ['store', 'actions'].includes(to.role)
      ? report('rules do no I/O')
      : [];
  if (to.role === 'store' && !SHARED_STORE.test(to.path))
    return report(`the store of ${to.domain} is private`);
  if (fromEdge) return [];
  const below = ORDER.indexOf(to.domain) < ORDER.indexOf(from.domain);
  return below ? [] : report(`${from.domain} is below ${to.domain}`);
}

/** Depth first: an import that leads back to a file on the current path, type imports included. */
function cycles(files: File[]): string[] {
  const graph = new Map(files.map((file) => [file.path, importsOf(file)]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) {
      found.push(`cycle: ${[...trail.slice(trail.indexOf(path)), path].join(' → ')}`);
      return;
    }
    if (done.has(path)) return;
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of graph.keys()) visit(path, []);
  return found;
}

function importsOf(file: File): string[] {
  const matches = file.text.matchAll(/^\s*(?:import|export)\s[^;'"]*?from\s+'(\.[^']+)'/gm);
  return [...matches].map((match) => join(dirname(file.path), match[1] ?? ''));
}
