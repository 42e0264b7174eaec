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
};
