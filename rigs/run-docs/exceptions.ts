/** All that is not simply run as it stands, in plain sight. */

/** Run in the background until the document ends; later commands talk to it. */
const SERVERS = [
  /^npm (run dev|run demo|start)\b/,
  /^node dist\/server\.js\b/,
  /^(npx )?lamplight demo\b/,
];

type Replacement = {
  command: RegExp;
  because: string;
  /** Run in its sandbox; the words of the command are `$1`, `$2`… of the pattern. */
  instead: string;
  /** Only where time is short. */
  quick?: true;
};

/** What stands for `npm ci` where time is short: the packages of the project that is checked. */
export const LINK_PACKAGES =
  '(cd "$CHECKED_PROJECT" && ls -d node_modules tools/*/node_modules) | ' +
  'while read -r packages; do ln -sfn "$CHECKED_PROJECT/$packages" "$packages"; done';

const scriptExists = `node -e 'process.exit(require("./package.json").scripts["$1"] ? 0 : 1)'`;

const REPLACEMENTS: Replacement[] = [
  {
    command: /^npm run (check|proofs|browser|drill|docs)\b/,
    because: 'is a part of CI itself',
    instead: scriptExists,
  },
  { command: /^npm (test)\b/, because: 'is a part of CI itself', instead: scriptExists },
  {
    command: /^npm run (screenshots|plans)\b/,
    because: 'takes its time',
    instead: scriptExists,
  },
  {
    command: /^npm run (test:watch)\b/,
    because: 'has no end',
    instead: scriptExists,
  },
  { command: /^\.ci\/run\b/, because: 'is CI itself', instead: 'test -x .ci/run' },
  {
    command: /^npm ci\b/,
    because: 'the packages are here already',
    instead: LINK_PACKAGES,
    quick: true,
  },
];

export type Plan =
  | { how: 'run'; command: string }
  | { how: 'serve'; command: string }
  | { how: 'replace'; command: string; because: string };

export function planCommand(written: string, quick: boolean): Plan {
  const command = written.replace(/\s+#.*$/, '');
  if (SERVERS.some((server) => server.test(command))) return { how: 'serve', command: written };
  for (const { command: pattern, because, instead, quick: onlyQuick } of REPLACEMENTS) {
    if (!pattern.test(command) || (onlyQuick && !quick)) continue;
    const [, name = ''] = pattern.exec(command) ?? [];
    return { how: 'replace', command: instead.replaceAll('$1', name), because };
  }
  return { how: 'run', command: written };
}
