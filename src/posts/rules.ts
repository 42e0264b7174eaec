import type { RefusalCode } from '../refusals.ts';

export const STATUSES = ['draft', 'pending', 'approved', 'rejected', 'locked'] as const;
export type PostStatus = (typeof STATUSES)[number];

/** D51: staff can list these. They can open a draft only by its address. */
export const LISTED_STATUSES = ['pending', 'approved', 'rejected', 'locked'] as const;
export type ListedStatus = (typeof LISTED_STATUSES)[number];

/** SPEC §7.4, D23: members below this level cannot publish, whether review is on or off. */
export const PUBLISH_LEVEL = 1;
/** SPEC §8: the energy that deleting an own post costs. */
export const DELETE_COST = 2;
/** D59: how long a deleted post keeps its text and pictures. */
export const DELETED_POST_DAYS = 30;

/** D57, A42: how many drafts one member may have. */
export const DRAFTS_MAX = 500;
/** D57: the limit for all versions of all posts of one author. */
export const TEXT_QUOTA_BYTES = 100 * 1024 * 1024;
/** Added to the bytes of a version's texts; the migration that created `author_text` uses the same number. */
export const REVISION_ROW_BYTES = 256;
/** D57: keep every version for a day, then one an hour for the rest of a week, then one a day. */
export const THINNING = { all_days: 1, hourly_days: 7 };

/** SPEC §4: the orders of the public list. */
export const ORDERS = ['newest', 'hot', 'following'] as const;

/** How many read posts a device stores, and how many titles it asks for at once. */
export const HISTORY_MAX = 200;
export const TITLES_MAX = 50;

/** The orders of the posts of a tag. */
export const TAG_ORDERS = ['newest', 'hot'] as const;
/** The hottest posts of a tag, and those in a language, are found among this many of its newest. */
export const CHOSEN_TAGGED_POSTS = 1000;
/** The authors and neighbours of a tag are those of this many of its newest posts. */
export const TAG_FACT_POSTS = 500;
export const TAG_AUTHORS = 5;
export const TAGS_RELATED = 8;
export const TAGS_SUGGESTED = 8;

/** What counts for an author. Dislikes do not. */
export type Received = { likes: number; comments: number; favorites: number; energy: number };

/** The hot score counts this many calendar days, today included. */
export const HOT_SCORE_DAYS = 7;
/** More effort by a reader weighs more: a click, a comment, a saved post, spent energy. */
export const HOT_SCORE_WEIGHTS: Received = { likes: 1, comments: 2, favorites: 3, energy: 3 };

/** The banner of an author's space shows this many calendar days, today included. */
export const LIGHT_DAYS = 90;
/** How much of an author's posts is read for it: enough for nearly every author, and bounded for the others. */
export const LIGHT_LIMITS = { posts: 1000, postsOfDay: 50 };

/** `save` puts the text into effect; `autosave` only stores it. */
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

/** The post's author, or staff acting as staff. */
export const ACTORS = ['author', 'staff'] as const;
type Actor = (typeof ACTORS)[number];

/**
 * What a transition does besides changing the status:
 * `show_text` makes the saved text public, `queue_edit` queues it for review beside the public one, `drop_edit` takes it
 * out of the queue, `publish` records the time of publication, `note_submission` the time of submission, `store_state`
 * and `restore_state` belong to locking, `hide` is deletion.
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
] as const;
type Effect = (typeof EFFECTS)[number];

/** The inputs of a transition besides its trigger. `submitted`: the post was submitted at least once. */
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
  /** `same` keeps the state; `before_lock` is the state that the lock replaced. */
  to: PostStatus | 'same' | 'before_lock';
  effects: readonly Effect[];
};

/**
 * Every transition (SPEC §3; D19–D22, D24). Without a row, a trigger is refused. docs/post-states.md and the exhaustive
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

  { trigger: 'delete', from: STATUSES, to: 'same', effects: ['hide'] },
  {
    trigger: 'remove',
    from: ['pending', 'approved', 'rejected', 'locked'],
    to: 'same',
    effects: ['hide', 'give_reason'],
  },
  // D51: staff cannot act on a draft that was never submitted.
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
    effects: ['store_state', 'give_reason'],
  },
  // A rejected post that its author edited can be published again, so it can be locked too.
  {
    trigger: 'lock',
    from: ['draft'],
    submitted: true,
    to: 'locked',
    effects: ['store_state', 'give_reason'],
  },
  { trigger: 'unlock', from: ['locked'], to: 'before_lock', effects: ['restore_state'] },
];

const BY_AUTHOR: readonly Trigger[] = ['save', 'autosave', 'submit', 'delete'];

/** Decides every change of state. `beforeLock` is the state to which a locked post returns. */
export function judgeTransition(
  trigger: Trigger,
  now: Situation,
  beforeLock: PostStatus | null,
): Transition {
  const byAuthor = BY_AUTHOR.includes(trigger);
  // A02: another author's post does not exist for the studio.
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
    row.to === 'same' ? now.status : row.to === 'before_lock' ? (beforeLock ?? 'draft') : row.to;
  return { to, effects: row.effects };
}

/** D19: the status of a new post. */
export function firstStatus(audit: boolean, draft: boolean): PostStatus {
  return audit || draft ? 'draft' : 'approved';
}
