/** Commands that are not run exactly as written. */

/** Run in the background until the document ends; later commands use them. */
const SERVERS = [
  /^npm (run dev|run demo|start)\b/,
  /^node dist\/server\.js\b/,
  /^(npx )?lamplight demo\b/,
];

type Replacement = {
  command: RegExp;
  because: string;
  /** Run instead; `$1` is the first group of the pattern. */
  instead: string;
  /** Only with --quick. */
  quick?: true;
};

/** Replaces `npm ci` with --quick: links the packages of this checkout. */
export const LINK_PACKAGES =
  '(cd "$CHECKED_PROJECT" && ls -d node_modules tools/*/node_modules) | ' +
  'while read -r packages; do ln -sfn "$CHECKED_PROJECT/$packages" "$packages"; done';

const scriptExists = `node -e 'process.exit(require("./package.json").scripts["$1"] ? 0 : 1)'`;

const REPLACEMENTS: Replacement[] = [
  {
    command: /^npm run (check|lint|test:integration|test:fuzz|test:browser)\b/,
    because: 'is a part of CI itself',
    instead: scriptExists,
  },
  { command: /^npm (test)\b/, because: 'is a part of CI itself', instead: scriptExists },
  { command: /^npm run (rig)\b/, because: 'takes minutes', instead: scriptExists },
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
