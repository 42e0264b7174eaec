import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** Words this project gave up, each with the field's own term. Their inflections are listed because they are searched too. */
export const BANNED_WORDS: Record<string, string> = {
  ...replacing('answer answers answered answering', 'response, reply, result'),
  ...replacing('gather gathers gathered gathering', 'batch'),
  ...replacing('swift swiftly', 'pipelined'),
  ...replacing('shelf', 'LRU cache'),
  ...replacing('stranger strangers', 'anonymous visitor'),
  ...replacing('figures', 'metrics, counts, numbers, measurements'),
  ...replacing('notice notices', 'notification'),
  ...replacing('press presses pressed pressing', 'toggle, click'),
  ...replacing('desk desks', 'OwnPost, AdminLayout'),
  // Not "held": a comment that waits for the staff is held, in every program of the field.
  ...replacing('holding holder holders', 'lock, keep, contain, store'),
  ...replacing('heat', 'hot score'),
  ...replacing('fold folds folded folding', 'flush, collapse, normalize'),
  ...replacing('lane lanes', 'in-flight requests'),
  ...replacing('wanted', 'target, requested'),
  ...replacing('twin twins', 'baseline'),
  ...replacing('walk walks walked walking', 'fuzz, routes, traverse'),
  ...replacing('proof proofs', 'integration test'),
  ...replacing('drill drills', 'restore test'),
  ...replacing('mutant mutants', 'mutation test'),
  ...replacing('door doors', 'auth route'),
  ...replacing('doomed', 'expired'),
  ...replacing('dress dresses dressed dressing', 'decorate, render'),
  ...replacing('mend mends mended', 'fix'),
  ...replacing('remember remembers remembered', 'memoize, cache, store'),
  ...replacing('told heard', 'notified, received'),
  ...replacing('say says said saying', 'send, report, return, show'),
  ...replacing('standing standings', 'viewer state'),
  ...replacing('place places placed', 'cursor, position, path, shard key'),
  ...replacing('kept', 'cached, stored'),
};

/** Phrases whose words alone are allowed. Identifiers are written as words: `whenGone` is "when gone". */
export const BANNED_PHRASES: Record<string, string> = {
  "by nobody's hand": 'generated',
  'turned away': 'rejected',
  'asked together': 'batched read',
  'ask together': 'batched read',
  'found together': 'batched read',
  'shared reads': 'coalesced reads',
  'drawn once': 'memoized HTML',
  'every moment': 'tick',
  'when first asked': 'lazy',
  'when gone': 'onClose',
  'end late handlers': 'timeOutHandlers',
  'end unheard': 'failWhenDatabaseSilent',
  'ctx.statement': 'ctx.autocommit',
};

type Exception = { pattern: RegExp; reason: string };

/** Names of other systems, and of data that stays. They are removed from a line before it is searched. */
export const EXCEPTIONS: Exception[] = [
  { pattern: /\.press(?:Sequentially)?\(/g, reason: "Playwright's keyboard methods" },
  { pattern: /\bpressed: (?:true|false)/g, reason: "an option of Playwright's getByRole" },
  { pattern: /\baria-?pressed\b/gi, reason: 'the ARIA state of a toggle button' },
  { pattern: /WordPress/g, reason: 'the name of a system to import from' },
  { pattern: /'notice'/g, reason: 'an event of pg and a message of the PostgreSQL protocol' },
  { pattern: /\bRAISE NOTICE\b/gi, reason: 'PL/pgSQL' },
  { pattern: /\bin[- ]place\b/g, reason: 'the technical term' },
  { pattern: /\bplace-(?:items|content|self)\b/g, reason: 'CSS properties' },
  { pattern: /\bholder_(?:id|kind)\b/g, reason: 'columns of upload_use' },
  { pattern: /\bfold_text\b/g, reason: 'a function of the database' },
  { pattern: /\bfoldLines\b/g, reason: 'an option of nodemailer' },
  { pattern: /\.held\?/g, reason: 'a field of navigator.locks.query()' },
  { pattern: /\bmigrations\/\d{4}-[\w-]+\.sql\b/g, reason: 'file names of released migrations' },
  {
    pattern: /`select asked\.place\b|\bMAX_REMEMBERED\b/g,
    reason: 'code and SQL that a report recorded',
  },
  { pattern: /§6 level-up notice/g, reason: 'the name of a clause of the specification' },
];

/** Files that are not searched. */
export const SKIPPED_FILES: Exception[] = [
  {
    pattern: /^rigs\/mutation\/(?:report|run)\.ts$|^docs\/reports\/mutation\.md$/,
    reason: "Stryker's own terms, and code that it quotes",
  },
  { pattern: /^docs\/SPEC\.md$/, reason: 'the specification, given from outside' },
  { pattern: /^docs\/spec-clauses\.json$/, reason: 'quotes of the specification' },
  { pattern: /^src\/locales\//, reason: 'the text that people read' },
  { pattern: /^src\/platform\/db\/schema\.ts$/, reason: 'generated from the database' },
  { pattern: /^src\/demo\/.*\.md$|^demo\//, reason: 'texts of the demo community' },
  { pattern: /^test\/support\/xss\/payloads\.json$/, reason: 'recorded attacks' },
  { pattern: /^test\/fixtures\//, reason: 'documents as people paste them' },
  { pattern: /^rigs\/fuzz\/corpus\//, reason: 'recorded inputs' },
  { pattern: /^test\/architecture\/glossary\b/, reason: 'the list itself' },
];

const SEARCHED = ['src', 'test', 'rigs', 'scripts', 'docs'];
const TEXT_FILE = /\.(?:tsx?|m?js|md|css|lua|sh|sql)$/;

export type Match = { file: string; line: number; word: string; instead: string; text: string };

/** Every banned word in file names, identifiers, comments, titles and prose. */
export function searchGlossary(): Match[] {
  return listFiles().flatMap((file) => [
    ...searchText(file, file.replace(/[/.-]/g, ' ')).map((match) => ({ ...match, line: 0 })),
    ...searchText(file, readFileSync(file, 'utf8')),
  ]);
}

export function searchText(file: string, text: string): Match[] {
  return text.split('\n').flatMap((line, index) =>
    searchLine(line).map(([word, instead]) => ({
      ...{ file, line: index + 1, word, instead },
      text: line.trim().slice(0, 120),
    })),
  );
}

export function describeMatch({ file, line, word, instead, text }: Match): string {
  return `${file}:${line}: "${word}" → ${instead}: ${text}`;
}

function searchLine(line: string): [word: string, instead: string][] {
  let rest = line;
  for (const { pattern } of EXCEPTIONS) rest = rest.replaceAll(pattern, ' ');
  const words = rest.replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1 ').toLowerCase();
  const found = [...new Set(words.match(/[a-z]+/g))].filter((word) =>
    Object.hasOwn(BANNED_WORDS, word),
  );
  return [
    ...found.map((word): [string, string] => [word, BANNED_WORDS[word] ?? '']),
    ...Object.entries(BANNED_PHRASES).filter(([phrase]) => words.includes(phrase)),
  ];
}

function listFiles(): string[] {
  const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...SEARCHED];
  return execFileSync('git', listed, { encoding: 'utf8' })
    .split('\n')
    .filter((file) => TEXT_FILE.test(file) && existsSync(file))
    .filter((file) => !SKIPPED_FILES.some(({ pattern }) => pattern.test(file)));
}

function replacing(words: string, instead: string): Record<string, string> {
  return Object.fromEntries(words.split(' ').map((word) => [word, instead]));
}
