import type { Operation } from '../history.ts';

/**
 * `lost`: it was acknowledged and is not there. `doubled`: it is there more than once. `refused`: it was refused
 * and is there all the same. `order`: it is there although something before it forbids it. `misreported`: the response
 * was not the truth. `stray`: nobody asked for it.
 */
export type Wrong = 'lost' | 'doubled' | 'refused' | 'order' | 'misreported' | 'stray';
export type Finding = { wrong: Wrong; text: string };

export function finding(wrong: Wrong, operation: Operation | undefined, text: string): Finding {
  const who = operation ? `${operation.id} ${operation.kind} by ${operation.uid}: ` : '';
  return { wrong, text: `${who}${text}` };
}

/** The rule of all operations: done is once, refused is never, and what stayed open is at most once. */
export function judgeCount(operation: Operation, found: number, what: string): Finding[] {
  const said = `${operation.outcome}, and ${what} is there ${found} times`;
  if (found > 1) return [finding('doubled', operation, said)];
  if (operation.outcome === 'ok' && found === 0) return [finding('lost', operation, said)];
  if (operation.outcome === 'refused' && found > 0) return [finding('refused', operation, said)];
  return [];
}

export function groupBy<T>(list: Iterable<T>, keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
