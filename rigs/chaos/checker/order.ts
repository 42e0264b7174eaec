import type { Effects } from '../effects.ts';
import type { Operation } from '../history.ts';
import { type Finding, finding, groupBy, judgeCount } from './finding.ts';

const ON_POSTS = new Set(['energize', 'like', 'dislike', 'favorite', 'comment']);
/** Allowed for banned members too, or done by staff. */
const FOR_EVERYBODY = new Set(['read', 'look', 'login', 'logout', 'refresh', 'ban', 'unban']);

/** Nothing succeeds on a deleted post or by a banned member after the acknowledgement. */
export function checkOrder(operations: Operation[]): Finding[] {
  const done = operations.filter(({ outcome }) => outcome === 'ok');
  const erased = new Map(
    done.filter(({ kind }) => kind === 'erase').map(({ target = 0, ended }) => [target, ended]),
  );
  const bans = groupBy(
    operations.filter(({ kind }) => kind === 'ban' || kind === 'unban'),
    ({ target }) => String(target),
  );
  return done.flatMap((one) => {
    const gone = ON_POSTS.has(one.kind) ? erased.get(one.target ?? 0) : undefined;
    if (gone !== undefined && gone < one.invoked)
      return [finding('order', one, 'on a post that had been deleted')];
    if (FOR_EVERYBODY.has(one.kind)) return [];
    return isWithinBan(one, bans.get(String(one.uid)) ?? [])
      ? [finding('order', one, 'by somebody who had been banned')]
      : [];
  });
}

/** Sent after the ban was acknowledged, and completed before the unban began. */
function isWithinBan({ invoked, ended }: Operation, changes: Operation[]): boolean {
  return changes.some((ban, index) => {
    if (ban.kind !== 'ban' || ban.outcome !== 'ok' || ban.ended >= invoked) return false;
    const lift = changes.slice(index + 1).find(({ kind }) => kind === 'unban');
    return lift === undefined || lift.invoked > ended;
  });
}

/** One session per log-in, one generation per refresh, and an end for every log-out. */
export function checkSessions(operations: Operation[], effects: Effects): Finding[] {
  const findings: Finding[] = [];
  const stored = new Map(effects.sessions.map((session) => [session.id, session]));
  const ofKind = (kind: string) => operations.filter((one) => one.kind === kind);
  const opened = groupBy(ofKind('login'), ({ uid }) => String(uid));
  const first = new Map<number, number>();
  for (const { uid } of effects.sessions) first.set(uid, (first.get(uid) ?? 0) + 1);
  for (const [uid, list] of opened) {
    const done = list.filter(({ outcome }) => outcome === 'ok');
    const open = list.filter(({ outcome }) => outcome === 'unknown').length;
    // Every member starts with one session.
    const found = (first.get(Number(uid)) ?? 0) - 1;
    for (const one of done)
      findings.push(
        ...judgeCount(one, stored.has(one.reported.session_id ?? '') ? 1 : 0, 'the session'),
      );
    if (found > done.length + open)
      findings.push(finding('doubled', list[0], `${done.length} log-ins and ${found} sessions`));
  }
  for (const one of ofKind('logout')) {
    const session = stored.get(one.session_id ?? '');
    if (one.outcome === 'ok' && session && !session.ended)
      findings.push(finding('lost', one, 'the session is still open'));
  }
  return [...findings, ...checkSteps(ofKind('refresh'), stored)];
}

function checkSteps(
  refreshes: Operation[],
  stored: Map<string, { generation: number }>,
): Finding[] {
  const chains = groupBy(refreshes, ({ session_id }) => String(session_id));
  return [...chains].flatMap(([id, list]) => {
    const generation = stored.get(id)?.generation ?? 0;
    const reported = new Set(
      list.filter(({ outcome }) => outcome === 'ok').map((one) => one.reported.generation ?? 0),
    );
    const open = list.filter(({ outcome }) => outcome === 'unknown').length;
    const steps = generation - 1;
    const newest = Math.max(1, ...reported);
    if (newest > generation)
      return [
        finding('lost', list[0], `generation ${newest} was reported, ${generation} is stored`),
      ];
    if (steps > reported.size + open)
      return [
        finding('doubled', list[0], `${reported.size} refreshes were reported and ${steps} stored`),
      ];
    return [];
  });
}
