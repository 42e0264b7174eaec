import type { DemoComment, DemoPost, DemoSeries } from '../schema.ts';

/** A post with its times. Every step about the post has the same object. */
export type PlannedPost = {
  /** 1 is the oldest. */
  number: number;
  author: string;
  source: DemoPost;
  /** When it is published; when it is written, for a draft or a pending post. */
  when: number;
  /** When it is locked or deleted; 1, the end of today, if never. */
  until: number;
};

export type PlannedFolder = { name: string; description: string; is_public: boolean };

type StepFields =
  | { kind: 'register' }
  | { kind: 'set_profile'; username: string; signature: string }
  | { kind: 'set_avatar' }
  | { kind: 'log_in'; device: number }
  | { kind: 'check_in' }
  | { kind: 'rename'; username: string }
  | { kind: 'read_messages' }
  | { kind: 'delete_account' }
  | { kind: 'write'; post: PlannedPost; as: 'public' | 'draft' | 'submitted' }
  | { kind: 'delete'; post: PlannedPost }
  | { kind: 'edit'; post: PlannedPost; addition: string }
  | { kind: 'comment'; post: PlannedPost; comment: DemoComment; parent?: DemoComment }
  | { kind: 'like' | 'dislike'; post: PlannedPost }
  | { kind: 'follow'; whom: string }
  | { kind: 'create_folder'; folder: PlannedFolder }
  | { kind: 'create_series'; series: DemoSeries }
  | { kind: 'add_to_series'; post: PlannedPost; series: DemoSeries }
  | { kind: 'save'; post: PlannedPost; folder?: PlannedFolder }
  | { kind: 'energize'; post: PlannedPost; form: 'light' | 'heavy' }
  | { kind: 'promote'; whom: string }
  | { kind: 'set_review'; on: boolean }
  | {
      kind: 'decide_post';
      post: PlannedPost;
      trigger: 'approve' | 'reject' | 'lock';
      reason: string;
    }
  | { kind: 'review_profile'; whom: string; accept: boolean; reason: string }
  | { kind: 'ban'; whom: string; reason: string }
  | { kind: 'remove_comment'; post: PlannedPost; comment: DemoComment; reason: string }
  | { kind: 'grant_energy'; to: string[]; amount: number; reason: string };

/** One action of one member. `when` is a time of the plan (`calendar.ts`). */
export type Step = { when: number; by: string } & StepFields;
export type StepOf<K extends Step['kind']> = Extract<Step, { kind: K }>;

export function sortSteps(steps: Step[]): Step[] {
  return steps.toSorted((a, b) => a.when - b.when);
}
