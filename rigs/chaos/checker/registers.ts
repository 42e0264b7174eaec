import type { Effects } from '../effects.ts';
import type { Operation } from '../history.ts';
import { type Finding, finding, groupBy } from './finding.ts';

/** One toggle of one member: its transitions, and the states that responses report. */
type Register = {
  operations: Operation[];
  start: string;
  end: string;
  /** The state after the toggle. */
  toggle(state: string, operation: Operation): string;
  /** The state in a response; undefined if it has none. */
  reported(operation: Operation): string | undefined;
};

/**
 * Toggles are checked as registers: an order of the operations must exist, each between its request and its response, in which every
 * response was true and which ends in the stored state.
 */
export function checkRegisters(operations: Operation[], effects: Effects): Finding[] {
  return registersOf(operations, effects).flatMap((register) => {
    const decided = register.operations.filter(({ outcome }) => outcome !== 'refused');
    if (isExplained({ ...register, operations: decided })) return [];
    const [first] = decided;
    const list = decided.map(
      ({ id, outcome, reported }) => `${id} ${outcome} ${JSON.stringify(reported)}`,
    );
    const text = `no order of its toggles ends in ${register.end}: ${list.slice(-8).join('; ')}`;
    return [finding(lastIsTrue(register, decided) ? 'misreported' : 'lost', first, text)];
  });
}

function lastIsTrue({ end, reported }: Register, decided: Operation[]): boolean {
  return decided.some((one) => reported(one) === end);
}

function registersOf(operations: Operation[], effects: Effects): Register[] {
  const pairOf = ({ uid, target }: { uid: number; target?: number }) => `${uid} ${target}`;
  const ofKind = (...kinds: string[]) =>
    groupBy(
      operations.filter(({ kind }) => kinds.includes(kind)),
      pairOf,
    );
  const open = new Set(effects.sessions.filter(({ ended }) => !ended).map(({ id }) => id));
  const reactions = new Map(
    effects.reactions.map(({ uid, post_id, kind }) => [pairOf({ uid, target: post_id }), kind]),
  );
  const switches = (kind: 'follow' | 'favorite', on: { uid: number; target: number }[]) => {
    const buffered = new Set(on.map(pairOf));
    return [...ofKind(kind)].map(
      ([pair, list]): Register => ({
        operations: list,
        start: 'off',
        end: buffered.has(pair) ? 'on' : 'off',
        toggle: (state, { desired }) => {
          if (desired === undefined) return state === 'on' ? 'off' : 'on';
          return desired ? 'on' : 'off';
        },
        reported: ({ outcome, reported }) =>
          outcome === 'ok' ? (reported.on ? 'on' : 'off') : undefined,
      }),
    );
  };
  return [
    ...[...ofKind('like', 'dislike', 'look')].map(
      ([pair, list]): Register => ({
        operations: list.filter((one) => one.kind !== 'look' || isOwnLook(one, open)),
        start: 'none',
        end: reactions.get(pair) ?? 'none',
        toggle: toggleReaction,
        reported: ({ reported }) => reported.state,
      }),
    ),
    ...switches('follow', effects.follows),
    ...switches('favorite', effects.favorites),
  ];
}

/** D7: after its session has ended, a member sees the anonymous view, and the response does not show it. */
function isOwnLook({ outcome, session_id = '' }: Operation, open: Set<string>): boolean {
  return outcome === 'ok' && open.has(session_id);
}

/** D29, from the specification, not the service: of like and dislike, each clears the other. */
function toggleReaction(state: string, { kind, desired }: Operation): string {
  if (kind === 'look') return state;
  const on = desired ?? state !== kind;
  if (on) return kind;
  return state === kind ? 'none' : state;
}

/**
 * Searches depth first. Completed operations must be in the order; open ones may be anywhere after their request, or missing. Most
 * operations do not overlap, so there are few branches.
 */
function isExplained({ operations, start, end, toggle, reported }: Register): boolean {
  const sorted = [...operations].sort((a, b) => a.invoked - b.invoked);
  const seen = new Set<string>();
  type Search = { next: number; waiting: number[]; state: string };
  const stack: Search[] = [{ next: 0, waiting: [], state: start }];
  for (let search = stack.pop(); search; search = stack.pop()) {
    const { next, waiting, state } = search;
    const key = `${next} ${waiting.join()} ${state}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const isOpen = (index: number) => sorted[index]?.outcome === 'unknown';
    if (next === sorted.length && waiting.every(isOpen) && state === end) return true;
    // Operations that completed before the next request must not be waiting.
    const upcoming = sorted[next];
    const late = (index: number) =>
      !isOpen(index) && (sorted[index]?.ended ?? 0) < (upcoming?.invoked ?? 0);
    if (upcoming && !waiting.some(late))
      stack.push({ next: next + 1, waiting: [...waiting, next], state });
    for (const index of waiting) {
      const one = sorted[index] as Operation;
      const after = toggle(state, one);
      const claimed = reported(one);
      if (claimed !== undefined && claimed !== after) continue;
      stack.push({ next, waiting: waiting.filter((other) => other !== index), state: after });
    }
  }
  return false;
}
