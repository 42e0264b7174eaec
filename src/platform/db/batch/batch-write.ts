import type { Db, Trx } from '../database.ts';
import { autocommit } from '../transaction.ts';

/**
 * A write that can be done for many callers in one statement. `write` answers each item in its place;
 * two items with the same `key` touch the same row and cannot be in one statement.
 */
export type BatchedWrite<Item, Answer> = {
  write(trx: Trx, items: Item[]): Promise<Answer[]>;
  key(item: Item): string;
};

type Waiting = {
  item: unknown;
  key: string;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
};

/** A statement longer than this would make its first callers wait for the last. */
const AT_ONCE = 200;

/**
 * While one statement runs, what arrives gathers, and goes together in the next: the busier the service the
 * fewer commits per write, and a lone caller waits for nothing.
 */
export function createWriteBatcher(db: Db) {
  const queues = new Map<unknown, { waiting: Waiting[]; running: boolean }>();

  function gather<Item, Answer>(kind: BatchedWrite<Item, Answer>, item: Item): Promise<Answer> {
    const queue = queues.get(kind) ?? { waiting: [], running: false };
    queues.set(kind, queue);
    const answer = new Promise<Answer>((resolve, reject) => {
      queue.waiting.push({ item, key: kind.key(item), resolve: resolve as never, reject });
    });
    if (!queue.running) void drain(kind as BatchedWrite<unknown, unknown>, queue);
    return answer;
  }

  async function drain(
    kind: BatchedWrite<unknown, unknown>,
    queue: { waiting: Waiting[]; running: boolean },
  ): Promise<void> {
    queue.running = true;
    while (queue.waiting.length > 0) {
      const [batch, rest] = take(queue.waiting);
      queue.waiting.splice(0, queue.waiting.length, ...rest);
      await runTogether(db, kind, batch);
    }
    queue.running = false;
  }

  return gather;
}

/** The first of each key; who comes second with the same one goes in a later statement. */
function take(waiting: Waiting[]): [Waiting[], Waiting[]] {
  const keys = new Set<string>();
  const [batch, rest]: [Waiting[], Waiting[]] = [[], []];
  for (const one of waiting) {
    if (batch.length === AT_ONCE || keys.has(one.key)) rest.push(one);
    else {
      keys.add(one.key);
      batch.push(one);
    }
  }
  return [batch, rest];
}

/** One caller's bad row must not be everybody's failure: after one, each is tried alone. */
async function runTogether(
  db: Db,
  kind: BatchedWrite<unknown, unknown>,
  batch: Waiting[],
): Promise<void> {
  try {
    const items = batch.map((one) => one.item);
    const answers = await autocommit(db, (trx) => kind.write(trx, items));
    for (const [index, one] of batch.entries()) one.resolve(answers[index]);
  } catch (error) {
    const [only] = batch;
    if (batch.length === 1 && only) only.reject(error);
    else for (const one of batch) await runTogether(db, kind, [one]);
  }
}
