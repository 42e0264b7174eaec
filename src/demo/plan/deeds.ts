import type { DemoComment, DemoPost } from '../schema.ts';

/** A post on the line of time. The same object stands for it in every deed. */
export type Article = {
  /** In the order of writing. */
  number: number;
  author: string;
  post: DemoPost;
  /** When readers first see it, or when it was put aside. */
  when: number;
  /** From when on nobody sees it any more. */
  until: number;
};

export type FolderWish = { name: string; description: string; is_public: boolean };

type What =
  | { kind: 'join' }
  | { kind: 'introduce'; username: string; signature: string }
  | { kind: 'show_face' }
  | { kind: 'log_in'; device: number }
  | { kind: 'check_in' }
  | { kind: 'rename'; username: string }
  | { kind: 'read_messages' }
  | { kind: 'leave' }
  | { kind: 'write'; article: Article; as: 'public' | 'draft' | 'submitted' }
  | { kind: 'delete'; article: Article }
  | { kind: 'edit'; article: Article; addition: string }
  | { kind: 'comment'; article: Article; comment: DemoComment; parent?: DemoComment }
  | { kind: 'like' | 'dislike'; article: Article }
  | { kind: 'follow'; whom: string }
  | { kind: 'make_folder'; folder: FolderWish }
  | { kind: 'save'; article: Article; folder?: FolderWish }
  | { kind: 'energize'; article: Article; form: 'light' | 'heavy' }
  | { kind: 'promote'; whom: string }
  | { kind: 'review'; on: boolean }
  | {
      kind: 'decide';
      article: Article;
      trigger: 'approve' | 'reject' | 'lock';
      reason: string;
    }
  | { kind: 'judge_profile'; whom: string; accept: boolean; reason: string }
  | { kind: 'ban'; whom: string; reason: string }
  | { kind: 'remove_comment'; article: Article; comment: DemoComment; reason: string }
  | { kind: 'give_energy'; to: string[]; amount: number; reason: string };

/** Somebody does something at some place on the line of time (`calendar.ts`). */
export type Deed = { when: number; by: string } & What;
export type DeedOf<K extends Deed['kind']> = Extract<Deed, { kind: K }>;

export function inOrder(deeds: Deed[]): Deed[] {
  return deeds.toSorted((a, b) => a.when - b.when);
}
