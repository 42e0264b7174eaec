import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { readCorpus, TARGETS, type Target, targetFile, writeCorpus } from './read-corpus.ts';
import { type FuzzStats, readStats } from './stats.ts';

export const RESULTS = resolve('fuzz-results');
/** The corpus is readable and replayed on every test run. */
const CORPUS_MAX = 300;
/** Wall-clock limit for hangs; a target itself measures CPU time. */
const HANG_SECONDS = 120;

type Options = { seconds: number; seed: number; keep: boolean };
export type Result = FuzzStats & {
  target: string;
  commit: string;
  seed: number;
  started_at: string;
  seconds: number;
  /** Less than requested if it found something. */
  ran_seconds: number;
  exit_code: number;
  /** Inputs that violated a property or ended the process. */
  finds: string[];
};

export async function runTarget(target: string, { seconds, seed, keep }: Options): Promise<Result> {
  const started_at = new Date().toISOString();
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-fuzz-'));
  const finds = join(RESULTS, `${target}-${started_at.replaceAll(':', '')}`);
  mkdirSync(finds, { recursive: true });
  try {
    const { WORDS, LENGTH_MAX } = TARGETS.get(target) as Target;
    const inputs = unpack(target, directory);
    const bundle = await bundleTarget(target, directory);
    const dictionary = join(directory, 'words');
    writeFileSync(dictionary, WORDS.map(toEntry).join('\n'));
    const log = join(finds, 'log');
    const began = Date.now();
    const exit_code = await runFuzzer(bundle, inputs, log, [
      `-seed=${seed}`,
      `-max_total_time=${seconds}`,
      `-max_len=${LENGTH_MAX}`,
      `-dict=${dictionary}`,
      `-artifact_prefix=${finds}/`,
      // Wall-clock time is meaningless for an input on a busy machine.
      `-report_slow_units=${HANG_SECONDS}`,
      '-print_final_stats=1',
    ]);
    const output = readFileSync(log, 'utf8');
    const ran_seconds = Math.round((Date.now() - began) / 1000);
    const result: Result = {
      ...{ target, commit: readCommit(), seed, started_at, seconds, ran_seconds, exit_code },
      ...readStats(output),
      finds: readdirSync(finds)
        .filter((name) => name !== 'log')
        .map((name) => join(finds, name)),
    };
    writeFileSync(`${finds}.json`, `${JSON.stringify(result, null, 2)}\n`);
    if (exit_code !== 0 && result.finds.length === 0) throw new Error(output.slice(-4000));
    if (keep) await keepSmallest(target, bundle, inputs, directory);
    return result;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function unpack(target: string, directory: string): string {
  const folder = join(directory, 'inputs');
  mkdirSync(folder);
  const { WORDS, readSeeds } = TARGETS.get(target) as Target;
  const seeds = [...WORDS, ...(readSeeds?.() ?? [])].map((one) => Buffer.from(one));
  for (const [at, input] of [...readCorpus(target), ...seeds].entries()) {
    writeFileSync(join(folder, String(at)), input);
  }
  return folder;
}

/** Bundles everything into one file, so that library code is instrumented too. */
async function bundleTarget(target: string, directory: string): Promise<string> {
  const outfile = join(directory, `${target}.mjs`);
  await build({
    entryPoints: [targetFile(target)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    logLevel: 'error',
    external: ['*.node', 'sharp', 'pg-native', '@node-rs/argon2'],
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return outfile;
}

/** Logs to a file: through a pipe the final statistics could be lost. */
function runFuzzer(bundle: string, folder: string, log: string, options: string[]) {
  const fuzzer = createRequire(import.meta.url).resolve('@jazzer.js/core/dist/cli.js');
  // Names a Node with a newer C library, where the system's is too old for the fuzzer.
  const node = process.env['FUZZ_NODE'] || process.execPath;
  const settings = ['--sync', '--timeout', String(HANG_SECONDS * 1000), '-i', bundle];
  const output = openSync(log, 'w');
  return new Promise<number>((done, fail) => {
    const child = spawn(node, [fuzzer, bundle, folder, ...settings, '--', ...options], {
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    child.on('error', fail);
    child.on('close', (code) => done(code ?? 1));
  });
}

async function keepSmallest(target: string, bundle: string, inputs: string, directory: string) {
  const smallest = join(directory, 'smallest');
  mkdirSync(smallest);
  const log = join(directory, 'log');
  const exit_code = await runFuzzer(bundle, smallest, log, ['-merge=1', inputs]);
  const merged = readdirSync(smallest).map((name) => readFileSync(join(smallest, name)));
  if (exit_code !== 0 || merged.length === 0)
    throw new Error(readFileSync(log, 'utf8').slice(-4000));
  // Samples all lengths: the shortest inputs alone would be single tags.
  merged.sort((a, b) => a.length - b.length);
  const step = Math.ceil(merged.length / CORPUS_MAX);
  writeCorpus(
    target,
    merged.filter((_, at) => at % step === 0),
  );
}

/** An entry of the fuzzer's dictionary, with other bytes escaped. */
function toEntry(word: string): string {
  const letters = [...Buffer.from(word)].map((byte) => {
    const letter = String.fromCharCode(byte);
    return /[\w <>/=:;.,!?&#()[\]{}@-]/.test(letter)
      ? letter
      : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `"${letters.join('')}"`;
}

/** The commit of the program and the targets; changed reports do not make it dirty. */
function readCommit(): string {
  const git = (...command: string[]) => execFileSync('git', command, { encoding: 'utf8' }).trim();
  const isChanged = git('status', '--porcelain', '--', 'src', 'rigs/fuzz/targets') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? '-dirty' : ''}`;
}
