import type { Effects } from '../effects.ts';
import type { Operation } from '../history.ts';
import { type Finding, finding, groupBy } from './finding.ts';

/** One button of one member: what presses make of it, and what answers say it is. */
type Register = {
  operations: Operation[];
  start: string;
  end: string;
  /** The state after the press. */
  press(state: string, operation: Operation): string;
  /** The state an answer names; undefined where it names none. */
  told(operation: Operation): string | undefined;
};

/**
 * Buttons are read as registers: there must be an order of the presses, each somewhere between its sending and
 * its answer, in which every answer was true and which ends in what is stored.
 */
export function checkRegisters(operations: Operation[], effects: Effects): Finding[] {
  return registersOf(operations, effects).flatMap((register) => {
    const decided = register.operations.filter(({ outcome }) => outcome !== 'refused');
    if (isExplained({ ...register, operations: decided })) return [];
    const [first] = decided;
    const list = decided.map(({ id, outcome, told }) => `${id} ${outcome} ${JSON.stringify(told)}`);
    const text = `no order of its presses ends in ${register.end}: ${list.slice(-8).join('; ')}`;
    return [finding(lastIsTrue(register, decided) ? 'untold' : 'lost', first, text)];
  });
}

function lastIsTrue({ end, told }: Register, decided: Operation[]): boolean {
  return decided.some((one) => told(one) === end);
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
    const held = new Set(on.map(pairOf));
    return [...ofKind(kind)].map(
      ([pair, list]): Register => ({
        operations: list,
        start: 'off',
        end: held.has(pair) ? 'on' : 'off',
        press: (state, { wanted }) => {
          if (wanted === undefined) return state === 'on' ? 'off' : 'on';
          return wanted ? 'on' : 'off';
        },
        told: ({ outcome, told }) => (outcome === 'ok' ? (told.on ? 'on' : 'off') : undefined),
      }),
    );
  };
  return [
    ...[...ofKind('like', 'dislike', 'look')].map(
      ([pair, list]): Register => ({
        operations: list.filter((one) => one.kind !== 'look' || isOwnLook(one, open)),
        start: 'none',
        end: reactions.get(pair) ?? 'none',
        press: pressReaction,
        told: ({ told }) => told.state,
      }),
    ),
    ...switches('follow', effects.follows),
    ...switches('favorite', effects.favorites),
  ];
}

/** D7: whoever's session has ended is shown what a stranger sees, and the answer does not say so. */
function isOwnLook({ outcome, session_id = '' }: Operation, open: Set<string>): boolean {
  return outcome === 'ok' && open.has(session_id);
}

/** D29, in the words of the specification rather than of the service: a button of two clears the other one. */
function pressReaction(state: string, { kind, wanted }: Operation): string {
  if (kind === 'look') return state;
  const on = wanted ?? state !== kind;
  if (on) return kind;
  return state === kind ? 'none' : state;
}

/**
 * Searches depth first for such an order. What was answered must be in it; what stayed open may be anywhere after
 * its sending, or nowhere. Nearly everything happens one after the other, so there is hardly anything to choose.
 */
function isExplained({ operations, start, end, press, told }: Register): boolean {
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
    // Nobody who was answered before the next was sent may still be waiting.
    const upcoming = sorted[next];
    const late = (index: number) =>
      !isOpen(index) && (sorted[index]?.ended ?? 0) < (upcoming?.invoked ?? 0);
    if (upcoming && !waiting.some(late))
      stack.push({ next: next + 1, waiting: [...waiting, next], state });
    for (const index of waiting) {
      const one = sorted[index] as Operation;
      const after = press(state, one);
      const claimed = told(one);
      if (claimed !== undefined && claimed !== after) continue;
      stack.push({ next, waiting: waiting.filter((other) => other !== index), state: after });
    }
  }
  return false;
}
