import { ADVERTISER, LEAVER, LOG_INS, leavesAt, NEWCOMER } from '../accounts.ts';
import type { Random } from '../random.ts';
import type { DemoMember } from '../schema.ts';
import { REVIEW_SINCE } from './posts.ts';
import type { Step } from './steps.ts';

/** In days. */
const MINUTE = 1 / 1440;
/** From setting a name to its approval. */
const PROFILE_REVIEW_DAYS = 0.1;
const WITHOUT_AVATAR = [
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

/** When each member has registered; the owner is the first. */
export function scheduleRegistrations(members: DemoMember[], random: Random): Map<string, number> {
  const first = Math.max(...members.map((member) => member.joined_days_ago));
  return new Map(
    members.map((member) => {
      if (member.role === 'owner') return [member.key, -first + 0.05];
      const part = random.fork(member.key).between(0.1, 0.2);
      return [member.key, -member.joined_days_ago + (member.joined_days_ago === 0 ? 0.9 : part)];
    }),
  );
}

export function planRegistrations(
  members: DemoMember[],
  joinedAt: (key: string) => number,
  owner: string,
  moderator: string,
): Step[] {
  return members.flatMap(({ key: by, username, signature, role }): Step[] => {
    const when = joinedAt(by) - 4 * MINUTE;
    const steps: Step[] = [{ kind: 'register', by, when }];
    const after = (minutes: number) => when + minutes * MINUTE;
    if (!WITHOUT_AVATAR.includes(by)) steps.push({ kind: 'set_avatar', by, when: after(1) });
    if (username) steps.push({ kind: 'set_profile', by, when: after(2), username, signature });
    if (username && when > REVIEW_SINCE) {
      const approval = { accept: true, reason: '' };
      const review = { kind: 'review_profile', by: moderator, whom: by, ...approval } as const;
      steps.push({ ...review, when: when + PROFILE_REVIEW_DAYS });
    }
    if (role === 'admin') steps.push({ kind: 'promote', by: owner, when: when + 0.5, whom: by });
    return steps;
  });
}

/** Members read their messages from time to time. The log-ins keep the newest unread, and have several sessions. */
export function planVisits(members: DemoMember[], joinedAt: (key: string) => number): Step[] {
  const visits = [-75, -60, -45, -31, -21, -12, -6, -2.6];
  const logInKeys = Object.values(LOG_INS);
  return members.flatMap(({ key: by }): Step[] => {
    const own = logInKeys.includes(by) ? visits : [...visits, -0.4];
    const reads = own
      .filter((when) => when > joinedAt(by) && when + 1 < leavesAt(by))
      .map((when): Step => ({ kind: 'read_messages', by, when: when + 0.3 }));
    const logIns = logInKeys.includes(by)
      ? [-9.4, -2.7, -0.5].map((when, device): Step => ({ kind: 'log_in', by, when, device }))
      : [];
    return [...reads, ...logIns];
  });
}
