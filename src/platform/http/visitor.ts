import type { Role, UserStatus } from '../../roles.ts';
import type { WrittenPage } from '../site.ts';

/** The viewer of a page as its header shows them. */
export type Visitor = {
  uid: number;
  name: string;
  avatar_url: string | null;
  level: number;
  exp: number;
  next_level_exp: number | null;
  energy: number;
  role: Role;
  status: UserStatus;
  unread: number;
  checked_in_today: boolean;
  /** The pages that they must accept before they write again. */
  asked: WrittenPage[];
  /** Of the staff: the form action that undoes the decision that the flash message is about. */
  undo?: string;
  /** Of a new member: what to do first. Empty once that no longer matters. */
  first_steps: { step: 'avatar' | 'username' | 'signature'; is_done: boolean }[];
};
