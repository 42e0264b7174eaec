export type Role = 'member' | 'admin' | 'owner';
export type UserStatus = 'active' | 'banned';
