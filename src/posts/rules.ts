import type { RefusalCode } from '../refusals.ts';

export const STATUSES = ['draft', 'pending', 'approved', 'rejected', 'locked'] as const;
export type PostStatus = (typeof STATUSES)[number];

/** D51: what staff can list. A draft they can only open, by its address. */
export const LISTED_STATUSES = ['pending', 'approved', 'rejected', 'locked'] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

/** SPEC §7.4, D23: below it nothing is published, whatever the review switch says. */
export const PUBLISH_LEVEL = 1;
/** SPEC §8: what deleting an own post costs. */
export const DELETE_COST = 2;
/** D59: how long a deleted post keeps its text and pictures. */
export const DELETED_POST_DAYS = 30;

/** D57, A42: how many drafts one member may have. */
export const DRAFTS_MAX = 500;
/** D57: what all versions of all posts of one author may take up. */
export const TEXT_QUOTA_BYTES = 100 * 1024 * 1024;
/** What a version counts beside its texts; the migration that made `author_text` has the same number. */
export const REVISION_ROW_BYTES = 256;
/** D57: every version for a day, then one an hour for the rest of a week, then one a day. */
export const THINNING = { all_days: 1, hourly_days: 7 };

/** SPEC §4: how the public list can be asked for. */
export const ORDERS = ['newest', 'hot', 'following'] as const;

/** What a post can receive, besides dislikes, which are nobody's success. */
export type Received = { likes: number; comments: number; favorites: number; energy: number };

/** SPEC §8, D46: the ranges of the trends, in days. */
export const TREND_DAYS = { '7d': 7, '30d': 30, '90d': 90 } as const;
export type TrendRange = keyof typeof TREND_DAYS;

/** How long what a post received keeps it warm, today included. */
export const HOT_SCORE_DAYS = 7;
/** The more it costs a reader the more it says: a press, some words, a place kept, energy spent. */
export const HOT_SCORE_WEIGHTS: Received = { likes: 1, comments: 2, favorites: 3, energy: 3 };

/** `save` asks for what is written to take effect; `autosave` only keeps it. */
export const TRIGGERS = [
  'save',
  'autosave',
  'submit',
  'delete',
  'approve',
  'reject',
  'lock',
  'unlock',
  'remove',
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** Who acts: the post's author, or staff acting on it as staff. */
export const ACTORS = ['author', 'staff'] as const;
type Actor = (typeof ACTORS)[number];

/**
 * What a move does besides changing the status:
 * `show_text` puts the saved text in front of readers, `queue_edit` lets it wait for review beside the
 * public one, `drop_edit` stops it waiting, `publish` notes the time the post became public, `note_submission`
 * the time it entered the queue, `remember_state` and `return_to_state` belong to locking, `hide` is deletion.
 */
export const EFFECTS = [
  'show_text',
  'queue_edit',
  'drop_edit',
  'publish',
  'note_submission',
  'remember_state',
  'return_to_state',
  'give_reason',
  'hide',
] as const;
type Effect = (typeof EFFECTS)[number];

/** The situation a trigger meets: the state, whether an edit waits, whether it was ever submitted, and the review switch. */
export type Situation = {
  status: PostStatus;
  has_edit: boolean;
  submitted: boolean;
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
  /** `same` keeps the state; `remembered` is the one the lock was put on. */
  to: PostStatus | 'same' | 'remembered';
  effects: readonly Effect[];
};

/**
 * Every move there is (SPEC §3; D19–D22, D24). What no row allows is refused, so there is no third
 * outcome. docs/post-states.md and the exhaustive test are made from this table.
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
  // D21: review cannot be got round by editing afterwards.
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

  { trigger: 'delete', from: STATUSES, to: 'same', effects: ['hide'] },
  {
    trigger: 'remove',
    from: ['pending', 'approved', 'rejected', 'locked'],
    to: 'same',
    effects: ['hide', 'give_reason'],
  },
  // D51: staff may read a draft and act on none that was never submitted.
  {
    trigger: 'remove',
    from: ['draft'],
    submitted: true,
    to: 'same',
    effects: ['hide', 'give_reason'],
  },

  { trigger: 'approve', from: ['pending'], to: 'approved', effects: ['publish'] },
  {
    trigger: 'approve',
    from: ['approved'],
    has_edit: true,
    to: 'approved',
    effects: ['show_text', 'drop_edit'],
  },
  { trigger: 'reject', from: ['pending'], to: 'rejected', effects: ['give_reason'] },
  {
    trigger: 'reject',
    from: ['approved'],
    has_edit: false,
    to: 'rejected',
    effects: ['give_reason'],
  },
  // What readers see was approved once; what is turned down is the edit.
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
    effects: ['remember_state', 'give_reason'],
  },
  // A rejected post that its author edited: it can be published again, so it can still be locked.
  {
    trigger: 'lock',
    from: ['draft'],
    submitted: true,
    to: 'locked',
    effects: ['remember_state', 'give_reason'],
  },
  { trigger: 'unlock', from: ['locked'], to: 'remembered', effects: ['return_to_state'] },
];

const BY_AUTHOR: readonly Trigger[] = ['save', 'autosave', 'submit', 'delete'];

/** The one judge of every change of state. `remembered` is where a locked post returns to. */
export function judgeTransition(
  trigger: Trigger,
  now: Situation,
  remembered: PostStatus | null,
): Transition {
  const byAuthor = BY_AUTHOR.includes(trigger);
  // A02: somebody else's post is not on the desk at all.
  if (byAuthor && now.actor !== 'author') return { refuse: 'not_found' };
  if (!byAuthor && now.actor !== 'staff') return { refuse: 'role_required' };
  const row = TRANSITIONS.find(
    (one) =>
      one.trigger === trigger &&
      one.from.includes(now.status) &&
      (one.audit === undefined || one.audit === now.audit) &&
      (one.has_edit === undefined || one.has_edit === now.has_edit) &&
      (one.submitted === undefined || one.submitted === now.submitted),
  );
  if (!row) return { refuse: 'wrong_state' };
  const to =
    row.to === 'same' ? now.status : row.to === 'remembered' ? (remembered ?? 'draft') : row.to;
  return { to, effects: row.effects };
}

/** D19: where a new post begins. */
export function firstStatus(audit: boolean, draft: boolean): PostStatus {
  return audit || draft ? 'draft' : 'approved';
}
