import type { Effects } from '../effects.ts';
import type { Kind, Operation } from '../history.ts';
import { type Finding, finding, groupBy, judgeCount } from './finding.ts';

type Marked = { mark: string };

/** Operations whose id is stored in a row: each is found by it, and no other row has such an id. */
export function checkTraceable(operations: Operation[], effects: Effects): Finding[] {
  const kinds: [Kind, string, Marked[]][] = [
    ['comment', 'the comment', effects.comments],
    ['write', 'the post', effects.posts],
    ['save', 'the version', effects.revisions],
    ['rename', 'the name', effects.renames.filter(({ state }) => state === 'accepted')],
    ['ban', 'the ban', effects.status_changes.filter(({ action }) => action === 'user.ban')],
    ['unban', 'its end', effects.status_changes.filter(({ action }) => action === 'user.unban')],
  ];
  return kinds.flatMap(([kind, what, rows]) => {
    const sent = operations.filter((one) => one.kind === kind);
    const found = groupBy(rows, ({ mark }) => mark);
    const known = new Set(sent.map(({ id }) => id));
    const strays = [...found.keys()].filter(
      (mark) => /^op[0-9a-z]+$/.test(mark) && !known.has(mark),
    );
    return [
      ...sent.flatMap((one) => judgeCount(one, found.get(one.id)?.length ?? 0, what)),
      ...strays.map((mark) => finding('stray', undefined, `${what} ${mark} without an operation`)),
    ];
  });
}

/** Successful operations notify the right member once. */
export function checkNotifications(operations: Operation[], effects: Effects): Finding[] {
  const authors = new Map(effects.posts.map(({ id, author_uid }) => [id, author_uid]));
  const reported = groupBy(effects.notifications, ({ uid, cause }) => `${uid} ${cause}`);
  const findings: Finding[] = [];
  const done = operations.filter(({ outcome }) => outcome === 'ok');
  for (const one of done.filter(({ kind }) => kind === 'comment')) {
    const author = authors.get(one.target ?? 0);
    if (author === undefined || author === one.uid) continue;
    const notifications = reported.get(`${author} comment:${one.reported.id}`)?.length ?? 0;
    findings.push(...judgeCount(one, notifications, 'its notification'));
  }
  const bans = groupBy(
    done.filter(({ kind }) => kind === 'ban'),
    ({ target }) => String(target),
  );
  const banNotifications = groupBy(
    effects.notifications.filter(({ kind }) => kind === 'account_banned'),
    ({ uid }) => String(uid),
  );
  for (const [uid, list] of bans) {
    const notifications = banNotifications.get(uid)?.length ?? 0;
    if (notifications < list.length)
      findings.push(
        finding('lost', list[0], `${list.length} bans and ${notifications} notifications`),
      );
    if (notifications > list.length)
      findings.push(
        finding('doubled', list[0], `${list.length} bans and ${notifications} notifications`),
      );
  }
  for (const one of done.filter(({ kind }) => kind === 'export')) {
    const made = effects.exports.filter(({ uid, ready }) => uid === one.uid && ready);
    findings.push(...judgeCount(one, made.length, 'the export'));
    const notifications = made.flatMap(({ uid, key }) => reported.get(`${uid} ${key}`) ?? []);
    findings.push(...judgeCount(one, notifications.length, 'its notification'));
  }
  return findings;
}

/** Each thing is deleted by at most one operation, and a deleted post was paid for once. */
export function checkRemovals(operations: Operation[], effects: Effects): Finding[] {
  const gone = (list: { id: number; deleted: boolean }[]) =>
    new Set(list.filter(({ deleted }) => deleted).map(({ id }) => id));
  const deleted = { uncomment: gone(effects.comments), erase: gone(effects.posts) };
  const paid = groupBy(effects.moves, ({ cause }) => cause);
  return operations.flatMap((one) => {
    if (one.kind !== 'uncomment' && one.kind !== 'erase') return [];
    const findings = judgeCount(one, deleted[one.kind].has(one.target ?? 0) ? 1 : 0, 'the removal');
    if (one.kind === 'uncomment') return findings;
    const payments = paid.get(`delete_post:${one.target}`)?.length ?? 0;
    return [...findings, ...judgeCount(one, payments, 'its price')];
  });
}
