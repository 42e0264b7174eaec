import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findBinary } from '../../test/support/binaries.ts';

const SCRIPT = fileURLToPath(new URL('./wrk.lua', import.meta.url));
const BETWEEN = '\x1e';
/** Longer than any request timeout of the site. */
const PATIENCE = '25s';
const MICROSECONDS = 1e6;

export type Call = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: object;
};

export type Sent = {
  /** Responses received, and those of them with an error status. */
  requests: number;
  refused: number;
  /** Requests without a response. */
  lost: number;
  seconds: number;
  p50: number;
  p99: number;
};

export type Load = {
  url: string;
  /** Sent in order, and again from the start. */
  calls: Call[];
  connections: number;
  seconds: number;
  /** Wraps the command, to run it on another core. */
  wrapCommand?: (command: string[]) => string[];
};

/** A closed loop: each connection sends its next request when it has its response. */
export async function sendCalls({
  url,
  calls,
  connections,
  seconds,
  wrapCommand,
}: Load): Promise<Sent> {
  const directory = mkdtempSync(join(tmpdir(), 'lamplight-calls-'));
  const file = join(directory, 'calls');
  try {
    writeFileSync(file, calls.map((call) => onTheWire(call) + BETWEEN).join(''));
    const options = ['--threads=1', `--connections=${connections}`, `--duration=${seconds}s`];
    const command = [
      ...[findBinary('wrk', 'wrk'), ...options, `--timeout=${PATIENCE}`],
      ...[`--script=${SCRIPT}`, url, '--', file],
    ];
    const [program = '', ...args] = wrapCommand ? wrapCommand(command) : command;
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

/** Our script prints the last line. */
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
