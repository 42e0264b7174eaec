import { createWriteStream, type WriteStream } from 'node:fs';

export type Kind =
  | 'energize'
  | 'like'
  | 'dislike'
  | 'look'
  | 'follow'
  | 'favorite'
  | 'checkin'
  | 'comment'
  | 'uncomment'
  | 'write'
  | 'save'
  | 'erase'
  | 'rename'
  | 'refresh'
  | 'logout'
  | 'login'
  | 'ban'
  | 'unban'
  | 'export'
  | 'password'
  | 'read';

/** An operation before it is sent. */
export type Draft = {
  kind: Kind;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** The post, comment or member it is about. */
  target?: number;
  /** Of a toggle: on or off; undefined flips it. */
  desired?: boolean;
  /** Energy. */
  amount?: number;
};

/** The result of one attempt. Times are milliseconds since the history began. */
export type Attempt = {
  at: number;
  ended: number;
  /** 0 without a response. */
  status: number;
  code: string;
  /** A stored response of an earlier attempt. */
  replayed: boolean;
  /** How many web processes the proxy tried. */
  tries: number;
};

/** The fields of a response that the checker compares with the stored rows. */
export type Reported = {
  id?: number;
  state?: string;
  used?: number;
  balance?: number;
  awarded?: boolean;
  on?: boolean;
  session_id?: string;
  generation?: number;
};

export type Outcome = 'ok' | 'refused' | 'unknown';

export type Operation = Draft & {
  /** Also the Idempotency-Key; rows carry it where they have a text. */
  id: string;
  uid: number;
  invoked: number;
  ended: number;
  outcome: Outcome;
  attempts: Attempt[];
  reported: Reported;
  /** The session that sent it, or that it changes. */
  session_id?: string;
};

/** All operations of a run: in memory for the checker, and in a file for debugging. */
export type History = {
  readonly operations: Operation[];
  readonly file: string;
  now(): number;
  invoke(operation: Operation): void;
  complete(operation: Operation, attempt: Attempt): void;
  note(what: string, about?: object): void;
  close(): Promise<void>;
};

export function openHistory(file: string): History {
  const stream: WriteStream = createWriteStream(file);
  const began = performance.now();
  const operations: Operation[] = [];
  const now = () => performance.now() - began;
  const write = (line: object) => stream.write(`${JSON.stringify(line)}\n`);
  return {
    operations,
    file,
    now,
    invoke(operation) {
      operations.push(operation);
      const { id, uid, kind, method, path, body, invoked } = operation;
      write({ event: 'invoked', at: Math.round(invoked), id, uid, kind, method, path, body });
    },
    complete({ id, outcome, reported }, { ended, status, code, replayed }) {
      write({ event: outcome, at: Math.round(ended), id, status, code, replayed, reported });
    },
    note: (what, about = {}) => write({ event: 'note', at: Math.round(now()), what, ...about }),
    close: () => new Promise((resolve) => stream.end(resolve)),
  };
}
