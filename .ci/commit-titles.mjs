// Checks commit titles: imperative, at most 72 characters, no full stop (CONTRIBUTING.md). Commits older than this file
// are not checked; in a shallow clone, only the commits that are there.
import { execFileSync } from 'node:child_process';

const TITLE_MAX = 72;
/**
 * A first word that is not an imperative: a participle, a gerund, a third person, a pronoun, an article. A participle
 * has a vowel before its ending and does not end in "eed": bring, ping, seed, feed are imperatives.
 */
const NOT_IMPERATIVE =
  /^(?:\w*[aeiouy]\w*(?:[^e]ed|ing)|adds|fixes|removes|changes|makes|moves|uses|gives|keeps|what|who|how|when|where|whether|the|a|an|it|no|one|every|each|now)$/i;
const IMPERATIVE_ALL_THE_SAME = new Set(['embed']);

const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();

function newTitles() {
  const added = git('log', '--diff-filter=A', '--format=%H', '--', '.ci/commit-titles.mjs');
  const since = added.split('\n').at(-1);
  const range = since ? `${since}..HEAD` : 'HEAD';
  return git('log', '--no-merges', '--format=%h %s', range).split('\n').filter(Boolean);
}

function faultOf(title) {
  if (title.length > TITLE_MAX) return `has ${title.length} characters`;
  if (title.endsWith('.')) return 'ends with a full stop';
  const [first = ''] = title.replace(/^[\w, /-]+: /, '').split(/\W/);
  if (NOT_IMPERATIVE.test(first) && !IMPERATIVE_ALL_THE_SAME.has(first.toLowerCase()))
    return `begins with "${first}", which is not an imperative`;
  return undefined;
}

let faults = 0;
for (const line of newTitles()) {
  const [, hash, title] = /^(\S+) (.*)$/.exec(line);
  const fault = faultOf(title);
  if (!fault) continue;
  faults += 1;
  console.error(`${hash} "${title}" ${fault}`);
}
process.exit(faults > 0 ? 1 : 0);
