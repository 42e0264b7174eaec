import type { Operation } from '../history.ts';

/**
 * `lost`: acknowledged but not stored. `doubled`: stored more than once. `refused`: refused but stored. `order`: stored although an
 * earlier operation forbids it. `misreported`: the response was wrong. `stray`: stored without an operation.
 */
export type Wrong = 'lost' | 'doubled' | 'refused' | 'order' | 'misreported' | 'stray';
export type Finding = { wrong: Wrong; text: string };

export function finding(wrong: Wrong, operation: Operation | undefined, text: string): Finding {
  const who = operation ? `${operation.id} ${operation.kind} by ${operation.uid}: ` : '';
  return { wrong, text: `${who}${text}` };
}

/** Every operation: ok is stored once, refused never, open at most once. */
export function judgeCount(operation: Operation, found: number, what: string): Finding[] {
  const text = `${operation.outcome}, and ${what} is there ${found} times`;
  if (found > 1) return [finding('doubled', operation, text)];
  if (operation.outcome === 'ok' && found === 0) return [finding('lost', operation, text)];
  if (operation.outcome === 'refused' && found > 0) return [finding('refused', operation, text)];
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
