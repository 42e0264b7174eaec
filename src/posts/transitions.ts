import type { RefusalCode } from '../refusals.ts';
import { type PostStatus, STATUSES } from './rules.ts';

/** `save` puts the text into effect; `autosave` only stores it. `release` is the time of a scheduled post. */
export const TRIGGERS = [
  'save',
  'autosave',
  'submit',
  'withdraw',
  'delete',
  'release',
  'approve',
  'reject',
  'lock',
  'unlock',
  'remove',
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** The post's author, staff acting as staff, or the site itself: its worker. */
export const ACTORS = ['author', 'staff', 'site'] as const;
export type Actor = (typeof ACTORS)[number];

/**
 * What a transition does besides changing the status:
 * `show_text` makes the saved text public, `queue_edit` queues it for review beside the public one, `drop_edit` takes it
 * out of the queue, `publish` records the time of publication, `note_submission` the time of submission, `store_state`
 * and `restore_state` belong to locking, `hide` is deletion. `approve_ahead` notes that staff approved a post whose time is
 * still to come, and `drop_time` cancels a scheduled publication.
 */
export const EFFECTS = [
  'show_text',
  'queue_edit',
  'drop_edit',
  'publish',
  'note_submission',
  'store_state',
  'restore_state',
  'give_reason',
  'hide',
  'approve_ahead',
  'drop_time',
] as const;
type Effect = (typeof EFFECTS)[number];

/** Whether the post has a time that is still to come, and whether staff approved it for its time. */
export const TIMINGS = ['none', 'ahead', 'approved'] as const;
export type Timing = (typeof TIMINGS)[number];

/** The inputs of a transition besides its trigger. `submitted`: the post was submitted at least once. */
export type Situation = {
  status: PostStatus;
  has_edit: boolean;
  submitted: boolean;
  timing: Timing;
  audit: boolean;
  actor: Actor;
};

export type Transition = { to: PostStatus; effects: readonly Effect[] } | { refuse: RefusalCode };

type Row = {
  trigger: Trigger;
  from: readonly PostStatus[];
  audit?: boolean;
  has_edit?: boolean;
  submitted?: boolean;
  timing?: Timing;
  /** `same` keeps the state; `before_lock` is the state that the lock replaced. */
  to: PostStatus | 'same' | 'before_lock';
  effects: readonly Effect[];
};

/**
 * Every transition (SPEC §3; D19–D22, D24, D58). Without a row, a trigger is refused. docs/post-states.md and the exhaustive
 * test are generated from this table.
 */
export const TRANSITIONS: readonly Row[] = [
  { trigger: 'save', from: ['draft'], to: 'draft', effects: ['show_text'] },
  // SPEC §3: a rejected post that its author edits is a draft again.
  { trigger: 'save', from: ['rejected'], to: 'draft', effects: ['show_text'] },
  {
    trigger: 'save',
    from: ['approved'],
    audit: false,
    to: 'approved',
    effects: ['show_text', 'drop_edit'],
  },
  // D21: an edit of a published post goes through review too.
  { trigger: 'save', from: ['approved'], audit: true, to: 'approved', effects: ['queue_edit'] },

  { trigger: 'autosave', from: ['draft'], to: 'draft', effects: ['show_text'] },
  { trigger: 'autosave', from: ['rejected'], to: 'draft', effects: ['show_text'] },
  { trigger: 'autosave', from: ['approved'], to: 'approved', effects: [] },

  {
    trigger: 'submit',
    from: ['draft', 'rejected'],
    audit: true,
    to: 'pending',
    effects: ['note_submission'],
  },
  {
    trigger: 'submit',
    from: ['draft', 'rejected'],
    audit: false,
    to: 'approved',
    effects: ['note_submission', 'publish'],
  },

  // D58: costs nothing. A scheduled post loses its time, also if staff had approved it.
  { trigger: 'withdraw', from: ['pending'], to: 'draft', effects: ['drop_time'] },
  // The edit stays as the author's newest text.
  {
    trigger: 'withdraw',
    from: ['approved'],
    has_edit: true,
    to: 'approved',
    effects: ['drop_edit'],
  },

  // The review switch is read again: what was scheduled with review off may have to wait for staff.
  {
    trigger: 'release',
    from: ['draft', 'rejected'],
    audit: true,
    to: 'pending',
    effects: ['note_submission', 'drop_time'],
  },
  {
    trigger: 'release',
    from: ['draft', 'rejected'],
    audit: false,
    to: 'approved',
    effects: ['note_submission', 'publish', 'drop_time'],
  },
  {
    trigger: 'release',
    from: ['pending'],
    timing: 'approved',
    to: 'approved',
    effects: ['publish', 'drop_time'],
  },

  { trigger: 'delete', from: STATUSES, to: 'same', effects: ['hide', 'drop_time'] },
  {
    trigger: 'remove',
    from: ['pending', 'approved', 'rejected', 'locked'],
    to: 'same',
    effects: ['hide', 'give_reason', 'drop_time'],
  },
  // D51: staff cannot act on a draft that was never submitted.
  {
    trigger: 'remove',
    from: ['draft'],
    submitted: true,
    to: 'same',
    effects: ['hide', 'give_reason', 'drop_time'],
  },

  // The time has come already, or there is none.
  {
    trigger: 'approve',
    from: ['pending'],
    timing: 'none',
    to: 'approved',
    effects: ['publish', 'drop_time'],
  },
  {
    trigger: 'approve',
    from: ['pending'],
    timing: 'ahead',
    to: 'pending',
    effects: ['approve_ahead'],
  },
  {
    trigger: 'approve',
    from: ['approved'],
    has_edit: true,
    to: 'approved',
    effects: ['show_text', 'drop_edit'],
  },
  {
    trigger: 'reject',
    from: ['pending'],
    to: 'rejected',
    effects: ['give_reason', 'drop_time'],
  },
  {
    trigger: 'reject',
    from: ['approved'],
    has_edit: false,
    to: 'rejected',
    effects: ['give_reason'],
  },
  // Rejects the edit; the approved text stays public.
  {
    trigger: 'reject',
    from: ['approved'],
    has_edit: true,
    to: 'approved',
    effects: ['drop_edit', 'give_reason'],
  },
  {
    trigger: 'lock',
    from: ['pending', 'approved', 'rejected'],
    to: 'locked',
    effects: ['store_state', 'give_reason', 'drop_time'],
  },
  // A rejected post that its author edited can be published again, so it can be locked too.
  {
    trigger: 'lock',
    from: ['draft'],
    submitted: true,
    to: 'locked',
    effects: ['store_state', 'give_reason', 'drop_time'],
  },
  { trigger: 'unlock', from: ['locked'], to: 'before_lock', effects: ['restore_state'] },
];

const BY_AUTHOR: readonly Trigger[] = ['save', 'autosave', 'submit', 'withdraw', 'delete'];

export function actorOf(trigger: Trigger): Actor {
  if (trigger === 'release') return 'site';
  return BY_AUTHOR.includes(trigger) ? 'author' : 'staff';
}

/** Decides every change of state. `beforeLock` is the state to which a locked post returns. */
export function judgeTransition(
  trigger: Trigger,
  now: Situation,
  beforeLock: PostStatus | null,
): Transition {
  const actor = actorOf(trigger);
  // A02: another author's post does not exist for the studio.
  if (actor !== now.actor) return { refuse: actor === 'author' ? 'not_found' : 'role_required' };
  const row = TRANSITIONS.find(
    (one) =>
      one.trigger === trigger &&
      one.from.includes(now.status) &&
      (one.audit === undefined || one.audit === now.audit) &&
      (one.has_edit === undefined || one.has_edit === now.has_edit) &&
      (one.submitted === undefined || one.submitted === now.submitted) &&
      (one.timing === undefined || one.timing === now.timing),
  );
  if (!row) return { refuse: 'wrong_state' };
  const to =
    row.to === 'same' ? now.status : row.to === 'before_lock' ? (beforeLock ?? 'draft') : row.to;
  return { to, effects: row.effects };
}
