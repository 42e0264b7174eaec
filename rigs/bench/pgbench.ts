import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { programOf } from '../chaos/site/database-programs.ts';

/** Transactions per client: more than any run reaches. */
const MOST = 1_000_000_000;

/** The script that pgbench repeats, and its variables. */
export type Script = { text: string; variables: Record<string, string | number> };

export type PgbenchLoad = {
  url: string;
  /** The service's connection settings: plans depend on them. */
  options: string;
  script: Script;
  clients: number;
  /** How often the script can run before it does nothing or fails. */
  calls: number;
  seconds: number;
  /** Not counted: connections open and plans are made. */
  warm_seconds: number;
  /** Called when counting begins and ends. */
  mark(): void;
};

export type Ran = { per_second: number; mean: number };

/** Each client repeats the script with prepared statements until pgbench is stopped. */
export async function runPgbench(load: PgbenchLoad): Promise<Ran> {
  const { url, options, script, clients, calls } = load;
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-pgbench-'));
  const file = join(directory, 'script.sql');
  writeFileSync(file, script.text);
  const variables = Object.entries({ ...script.variables, clients, turn: 0 });
  const child = spawn(
    programOf('pgbench'),
    [
      ...['--no-vacuum', '--protocol=prepared', '--jobs=1', `--client=${clients}`],
      ...[`--transactions=${Math.min(MOST, Math.floor(calls / clients))}`, '--progress=1'],
      ...variables.map(([name, value]) => `--define=${name}=${value}`),
      ...[`--file=${file}`, url],
    ],
    {
      env: { PATH: process.env['PATH'] ?? '', PGOPTIONS: options },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended = once(child, 'close');
  const { seconds, others } = await follow(child, load);
  const [code] = await ended;
  rmSync(directory, { recursive: true });
  if (code) throw new Error(`pgbench ended with ${code}: ${others.slice(0, 5).join('\n')}`);
  return summarise(seconds.slice(load.warm_seconds));
}

type Second = { per_second: number; mean: number };

/** Reads pgbench's progress line of every second. */
async function follow(child: ChildProcess, { warm_seconds, seconds: counted, mark }: PgbenchLoad) {
  const seconds: Second[] = [];
  const others: string[] = [];
  if (!child.stderr) throw new Error('pgbench has no stderr');
  for await (const line of createInterface({ input: child.stderr })) {
    const [, per_second, mean] = /^progress: [\d.]+ s, ([\d.]+) tps, lat (\S+) ms/.exec(line) ?? [];
    if (!per_second) {
      others.push(line);
      continue;
    }
    seconds.push({ per_second: Number(per_second), mean: Number(mean) || 0 });
    if (seconds.length === warm_seconds) mark();
    if (seconds.length === warm_seconds + counted) child.kill('SIGINT');
  }
  mark();
  return { seconds, others };
}

function summarise(seconds: Second[]): Ran {
  if (seconds.length === 0)
    throw new Error('too few members for a run of this length: use a larger set');
  const sum = (read: (one: Second) => number) =>
    seconds.reduce((total, one) => total + read(one), 0);
  const all = sum(({ per_second }) => per_second);
  return {
    per_second: all / seconds.length,
    mean: sum(({ per_second, mean }) => per_second * mean) / all,
  };
}
