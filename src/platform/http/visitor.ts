import type { Role, UserStatus } from '../../roles.ts';

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
  /** Of a new member: what to do first. Empty once that no longer matters. */
  first_steps: { step: 'avatar' | 'username' | 'signature'; is_done: boolean }[];
};
