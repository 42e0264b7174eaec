import type { Chance } from '../chance.ts';
import { ADVERTISER, goneAt, LEAVER, LOG_INS, NEWCOMER } from '../readers.ts';
import type { DemoMember } from '../schema.ts';
import { REVIEW_FROM } from './articles.ts';
import type { Deed } from './deeds.ts';

/** A minute, about, on the line of time. */
const MINUTE = 1 / 1440;
/** How long a new name waits for a moderator. */
const WAITS = 0.1;
/** They never found a picture of themselves they liked. */
const FACELESS = [
  ...['kankan', 'xinlai', 'jingzi', 'banlu', 'yuer', 'oskar', 'wren', 'jules', 'quiet', 'heyun'],
  ...[
    'suanpan',
    'xiaowu',
    'lianhe',
    'huanhu',
    'jiuying',
    'hexian',
    'tomas',
    'ellis',
    'muyu',
    'chaqi',
  ],
  ...[ADVERTISER, LEAVER, NEWCOMER],
];

/** When somebody is there and may take part; the owner before everybody else. */
export function placeJoining(members: DemoMember[], chance: Chance): Map<string, number> {
  const first = Math.max(...members.map((member) => member.joined_days_ago));
  return new Map(
    members.map((member) => {
      if (member.role === 'owner') return [member.key, -first + 0.05];
      const part = chance.of(member.key).between(0.1, 0.2);
      return [member.key, -member.joined_days_ago + (member.joined_days_ago === 0 ? 0.9 : part)];
    }),
  );
}

export function planJoining(
  members: DemoMember[],
  joinedAt: (key: string) => number,
  owner: string,
  moderator: string,
): Deed[] {
  return members.flatMap(({ key: by, username, signature, role }): Deed[] => {
    const when = joinedAt(by) - 4 * MINUTE;
    const deeds: Deed[] = [{ kind: 'join', by, when }];
    const after = (minutes: number) => when + minutes * MINUTE;
    if (!FACELESS.includes(by)) deeds.push({ kind: 'show_face', by, when: after(1) });
    if (username) deeds.push({ kind: 'introduce', by, when: after(2), username, signature });
    if (username && when > REVIEW_FROM) {
      const verdict = { accept: true, reason: '' };
      const judged = { kind: 'judge_profile', by: moderator, whom: by, ...verdict } as const;
      deeds.push({ ...judged, when: when + WAITS });
    }
    if (role === 'admin') deeds.push({ kind: 'promote', by: owner, when: when + 0.5, whom: by });
    return deeds;
  });
}

/** They look at their messages from time to time; what came last is still new. */
export function planVisits(members: DemoMember[], joinedAt: (key: string) => number): Deed[] {
  const visits = [-75, -60, -45, -31, -21, -12, -6, -2.6];
  const shown = Object.values(LOG_INS);
  return members.flatMap(({ key: by }): Deed[] => {
    const own = shown.includes(by) ? visits : [...visits, -0.4];
    const reads = own
      .filter((when) => when > joinedAt(by) && when + 1 < goneAt(by))
      .map((when): Deed => ({ kind: 'read_messages', by, when: when + 0.3 }));
    const logIns = shown.includes(by)
      ? [-9.4, -2.7, -0.5].map((when, device): Deed => ({ kind: 'log_in', by, when, device }))
      : [];
    return [...reads, ...logIns];
  });
}
