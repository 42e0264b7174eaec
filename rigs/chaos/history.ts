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

/** What a member wants done, before it is sent. */
export type Draft = {
  kind: Kind;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** The post, comment or member it is about. */
  target?: number;
  /** Of a button: on or off, or nothing for a toggle that flips it. */
  desired?: boolean;
  /** Of energy. */
  amount?: number;
};

/** How one sending ended. Times are milliseconds since the history began. */
export type Attempt = {
  at: number;
  ended: number;
  /** 0 where no response came. */
  status: number;
  code: string;
  /** The stored response of an earlier sending. */
  replayed: boolean;
  /** Through how many web processes the proxy took it. */
  tries: number;
};

/** The fields of an response that the checker compares with what is stored. */
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
  /** Also its Idempotency-Key, and what it leaves behind carries it where it can. */
  id: string;
  uid: number;
  invoked: number;
  ended: number;
  outcome: Outcome;
  attempts: Attempt[];
  reported: Reported;
  /** The session it was sent with, or that it is about. */
  session_id?: string;
};

/** All operations of one run, in memory for the checker and line by line in a file for a person. */
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
