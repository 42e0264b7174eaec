import type { Effects } from '../effects.ts';
import type { Operation } from '../history.ts';
import { type Finding, finding, groupBy } from './finding.ts';

type Row = Effects['energized'][number];
type Move = Effects['moves'][number];

/**
 * Every gift response contains the member's total for the post, which identifies its row; the ledger has the balance after it and
 * the author's entry.
 */
export function checkEnergy(operations: Operation[], effects: Effects): Finding[] {
  const pairOf = ({ uid, post_id }: { uid: number; post_id: number }) => `${uid} ${post_id}`;
  const rows = groupBy(effects.energized, pairOf);
  const gifts = groupBy(
    operations.filter(({ kind }) => kind === 'energize'),
    ({ uid, target = 0 }) => pairOf({ uid, post_id: target }),
  );
  const moves = groupBy(effects.moves, ({ cause }) => cause);
  const pairs = new Set([...rows.keys(), ...gifts.keys()]);
  return [...pairs].flatMap((pair) =>
    checkPair(gifts.get(pair) ?? [], rows.get(pair) ?? [], moves),
  );
}

function checkPair(gifts: Operation[], rows: Row[], moves: Map<string, Move[]>): Finding[] {
  const findings: Finding[] = [];
  const rowsByTotal = new Map<number, Row>();
  let given = 0;
  for (const row of rows) {
    given += row.amount;
    rowsByTotal.set(given, row);
  }
  for (const one of gifts.filter(({ outcome }) => outcome === 'ok')) {
    const row = rowsByTotal.get(one.reported.used ?? 0);
    if (!row || row.amount !== one.amount) {
      findings.push(
        finding('lost', one, `no gift of ${one.amount} that makes it ${one.reported.used}`),
      );
      continue;
    }
    rowsByTotal.delete(one.reported.used ?? 0);
    findings.push(...checkMoves(one, moves.get(`energize:${row.id}`) ?? []));
  }
  return [...findings, ...checkUnclaimed(gifts, [...rowsByTotal.values()])];
}

function checkMoves(one: Operation, moves: Move[]): Finding[] {
  const amount = one.amount ?? 0;
  const paid = moves.filter(({ account_id, delta }) => account_id === one.uid && delta === -amount);
  const got = moves.filter(({ account_id, delta }) => account_id !== one.uid && delta === amount);
  if (moves.length > 2) return [finding('doubled', one, `${moves.length} entries in the ledger`)];
  if (paid.length !== 1 || got.length !== 1)
    return [finding('lost', one, `${moves.length} entries in the ledger`)];
  const after = paid[0]?.balance_after;
  if (after === one.reported.balance) return [];
  return [
    finding(
      'misreported',
      one,
      `reported a balance of ${one.reported.balance}, which was ${after}`,
    ),
  ];
}

/** A row without a response belongs to an open operation, or else to a refused or repeated one. */
function checkUnclaimed(gifts: Operation[], left: Row[]): Finding[] {
  const open = gifts.filter(({ outcome }) => outcome === 'unknown');
  return left.flatMap(({ id, uid, post_id, amount }) => {
    const owner = open.findIndex((one) => one.amount === amount);
    if (owner >= 0) {
      open.splice(owner, 1);
      return [];
    }
    const text = `gift ${id} of ${amount} by ${uid} to post ${post_id} has no operation`;
    const refused = gifts.find((one) => one.outcome === 'refused' && one.amount === amount);
    if (gifts.some((one) => one.outcome === 'ok' && one.amount === amount))
      return [finding('doubled', undefined, text)];
    return [finding(refused ? 'refused' : 'stray', refused, text)];
  });
}

/** One check-in per member and day, with its energy, and at most one response that awards it. */
export function checkCheckIns(operations: Operation[], effects: Effects): Finding[] {
  const findings: Finding[] = [];
  const stored = groupBy(effects.check_ins, ({ uid }) => String(uid));
  const paid = groupBy(effects.moves, ({ cause }) => cause);
  for (const { uid, day } of effects.check_ins) {
    const entries = paid.get(`checkin:${uid}:${day}`)?.length ?? 0;
    if (entries === 1) continue;
    const text = `the check-in of ${uid} on ${day} has ${entries} entries in the ledger`;
    findings.push(finding(entries === 0 ? 'lost' : 'doubled', undefined, text));
  }
  const checkIns = groupBy(
    operations.filter(({ kind, outcome }) => kind === 'checkin' && outcome === 'ok'),
    ({ uid }) => String(uid),
  );
  for (const [uid, list] of checkIns) {
    const days = stored.get(uid)?.length ?? 0;
    const awarded = list.filter(({ reported }) => reported.awarded).length;
    if (days === 0) findings.push(finding('lost', list[0], 'no check-in of the member at all'));
    if (awarded > days)
      findings.push(finding('doubled', list[0], `${awarded} rewards and ${days} check-ins`));
  }
  return findings;
}
