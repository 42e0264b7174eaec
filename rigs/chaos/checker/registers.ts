import type { Effects } from '../effects.ts';
import type { Operation } from '../history.ts';
import { type Finding, finding, groupBy } from './finding.ts';

/** One button of one member: what toggles make of it, and what responses say it is. */
type Register = {
  operations: Operation[];
  start: string;
  end: string;
  /** The state after the toggle. */
  toggle(state: string, operation: Operation): string;
  /** The state an response names; undefined where it names none. */
  reported(operation: Operation): string | undefined;
};

/**
 * Buttons are read as registers: there must be an order of the toggles, each somewhere between its sending and
 * its response, in which every response was true and which ends in what is stored.
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

/** D7: whoever's session has ended is shown what a stranger sees, and the response does not say so. */
function isOwnLook({ outcome, session_id = '' }: Operation, open: Set<string>): boolean {
  return outcome === 'ok' && open.has(session_id);
}

/** D29, in the words of the specification rather than of the service: a button of two clears the other one. */
function toggleReaction(state: string, { kind, desired }: Operation): string {
  if (kind === 'look') return state;
  const on = desired ?? state !== kind;
  if (on) return kind;
  return state === kind ? 'none' : state;
}

/**
 * Searches depth first for such an order. What was responded must be in it; what stayed open may be anywhere after
 * its sending, or nowhere. Nearly everything happens one after the other, so there is hardly anything to choose.
 */
function isExplained({ operations, start, end, toggle, reported }: Register): boolean {
  const sorted = [...operations].sort((a, b) => a.invoked - b.invoked);
  const seen = new Set<string>();
  type Place = { next: number; waiting: number[]; state: string };
  const stack: Place[] = [{ next: 0, waiting: [], state: start }];
  for (let place = stack.pop(); place; place = stack.pop()) {
    const { next, waiting, state } = place;
    const key = `${next} ${waiting.join()} ${state}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const isOpen = (index: number) => sorted[index]?.outcome === 'unknown';
    if (next === sorted.length && waiting.every(isOpen) && state === end) return true;
    // Nobody who was responded before the next was sent may still be waiting.
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
