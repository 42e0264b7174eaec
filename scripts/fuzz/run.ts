import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import {
  readCorpus,
  TARGETS,
  type Target,
  targetFile,
  writeCorpus,
} from '../../test/fuzz/corpus.ts';
import { type Figures, readFigures } from './figures.ts';

const RESULTS = resolve('fuzz-results');
/** Kept inputs are read by people and replayed on every run. */
const KEPT_MAX = 300;
/** A wait on the clock, for what never ends; a target itself measures its processor time. */
const HANG_MS = 20_000;

type Options = { seconds: number; seed: number; keep: boolean };
type Result = Figures & {
  target: string;
  commit: string;
  seed: number;
  started_at: string;
  seconds: number;
  exit_code: number;
  /** Inputs that broke a promise, or ended the process. */
  finds: string[];
};

export async function runTarget(target: string, { seconds, seed, keep }: Options): Promise<Result> {
  const started_at = new Date().toISOString();
  const room = mkdtempSync(join(tmpdir(), 'lamplight-fuzz-'));
  const finds = join(RESULTS, `${target}-${started_at.replaceAll(':', '')}`);
  mkdirSync(finds, { recursive: true });
  try {
    const { WORDS, LENGTH_MAX } = TARGETS.get(target) as Target;
    const inputs = unpack(target, room);
    const bundle = await bundleTarget(target, room);
    const dictionary = join(room, 'words');
    writeFileSync(dictionary, WORDS.map(toEntry).join('\n'));
    const { exit_code, log } = await runFuzzer(bundle, inputs, [
      `-seed=${seed}`,
      `-max_total_time=${seconds}`,
      `-max_len=${LENGTH_MAX}`,
      `-dict=${dictionary}`,
      `-artifact_prefix=${finds}/`,
      '-print_final_stats=1',
    ]);
    writeFileSync(join(finds, 'log'), log);
    const result: Result = {
      ...{ target, commit: readCommit(), seed, started_at, seconds, exit_code },
      ...readFigures(log),
      finds: readdirSync(finds)
        .filter((name) => name !== 'log')
        .map((name) => join(finds, name)),
    };
    writeFileSync(`${finds}.json`, `${JSON.stringify(result, null, 2)}\n`);
    if (exit_code !== 0 && result.finds.length === 0) throw new Error(log.slice(-4000));
    if (keep) await keepSmallest(target, bundle, inputs, room);
    return result;
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}

function unpack(target: string, room: string): string {
  const folder = join(room, 'inputs');
  mkdirSync(folder);
  const { WORDS, readSeeds } = TARGETS.get(target) as Target;
  const seeds = [...WORDS, ...(readSeeds?.() ?? [])].map((one) => Buffer.from(one));
  for (const [at, input] of [...readCorpus(target), ...seeds].entries()) {
    writeFileSync(join(folder, String(at)), input);
  }
  return folder;
}

/** One file with everything in it, so that what a target calls in a library is measured like our own. */
async function bundleTarget(target: string, room: string): Promise<string> {
  const outfile = join(room, `${target}.mjs`);
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

function runFuzzer(bundle: string, folder: string, options: string[]) {
  const fuzzer = createRequire(import.meta.url).resolve('@jazzer.js/core/dist/cli.js');
  // Where the system's C library is too old for the fuzzer, this names a Node that runs with a newer one.
  const node = process.env['FUZZ_NODE'] || process.execPath;
  const settings = ['--sync', '--timeout', String(HANG_MS), '-i', bundle];
  return new Promise<{ exit_code: number; log: string }>((done, fail) => {
    const child = spawn(node, [fuzzer, bundle, folder, ...settings, '--', ...options], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        log += chunk.toString();
      });
    }
    child.on('error', fail);
    child.on('close', (code) => done({ exit_code: code ?? 1, log }));
  });
}

async function keepSmallest(target: string, bundle: string, inputs: string, room: string) {
  const smallest = join(room, 'smallest');
  mkdirSync(smallest);
  const { exit_code, log } = await runFuzzer(bundle, smallest, ['-merge=1', inputs]);
  const kept = readdirSync(smallest).map((name) => readFileSync(join(smallest, name)));
  if (exit_code !== 0 || kept.length === 0) throw new Error(log.slice(-4000));
  // Of all lengths alike: the short ones alone would be single tags.
  kept.sort((a, b) => a.length - b.length);
  const step = Math.ceil(kept.length / KEPT_MAX);
  writeCorpus(
    target,
    kept.filter((_, at) => at % step === 0),
  );
}

/** As the fuzzer's dictionary wants it: bytes that are no letters by number. */
function toEntry(word: string): string {
  const letters = [...Buffer.from(word)].map((byte) => {
    const letter = String.fromCharCode(byte);
    return /[\w <>/=:;.,!?&#()[\]{}@-]/.test(letter)
      ? letter
      : `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `"${letters.join('')}"`;
}

function readCommit(): string {
  return execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
}
