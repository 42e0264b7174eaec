import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findBinary } from '../../test/support/binaries.ts';

const SCRIPT = fileURLToPath(new URL('./wrk.lua', import.meta.url));
const BETWEEN = '\x1e';
/** Longer than the site lets anything take. */
const PATIENCE = '25s';
const MICROSECONDS = 1e6;

export type Call = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: object;
};

export type Sent = {
  /** With an answer, and those of them that said no. */
  requests: number;
  refused: number;
  /** Without one. */
  lost: number;
  seconds: number;
  p50: number;
  p99: number;
};

export type Load = {
  url: string;
  /** One after the other, and from the beginning when they are through. */
  calls: Call[];
  connections: number;
  seconds: number;
  /** How a command is started elsewhere than on the core of the generator. */
  place?: (command: string[]) => string[];
};

/** A closed loop: each connection sends its next request as soon as it has its answer. */
export async function sendCalls({ url, calls, connections, seconds, place }: Load): Promise<Sent> {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-calls-'));
  const file = join(directory, 'calls');
  try {
    writeFileSync(file, calls.map((call) => onTheWire(call) + BETWEEN).join(''));
    const options = ['--threads=1', `--connections=${connections}`, `--duration=${seconds}s`];
    const command = [
      ...[findBinary('wrk', 'wrk'), ...options, `--timeout=${PATIENCE}`],
      ...[`--script=${SCRIPT}`, url, '--', file],
    ];
    const [program = '', ...args] = place ? place(command) : command;
    const { stdout } = await promisify(execFile)(program, args);
    return readSummary(stdout);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function onTheWire({ method, path, headers = {}, body }: Call): string {
  const text = body ? JSON.stringify(body) : '';
  const lines = Object.entries({
    host: 'localhost',
    ...headers,
    ...(body
      ? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
      : {}),
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`;
}

/** The last line is the script's own. */
function readSummary(output: string): Sent {
  const line = output.trim().split('\n').at(-1) ?? '';
  const summary = JSON.parse(line) as Record<string, number>;
  const { requests = 0, microseconds = 0, p50 = 0, p99 = 0, refused = 0, lost = 0 } = summary;
  return {
    ...{ requests, refused, lost },
    seconds: microseconds / MICROSECONDS,
    p50: p50 / 1000,
    p99: p99 / 1000,
  };
}
