/** D38: the site's own accounts. A member's account has their uid. */
export const MINT = -1;
export const BURNT = -2;
export const ESCROW = -3;

export const REASONS = [
  'checkin',
  'energize',
  'delete_post',
  'rename',
  'rename_burn',
  'rename_refund',
  // Back into escrow: the decision was undone.
  'rename_undo',
  'adjust',
] as const;
export type EnergyReason = (typeof REASONS)[number];

/** Moves an amount from one account to another, once per cause. */
export type Transfer = {
  cause: string;
  reason: EnergyReason;
  from: number;
  to: number;
  amount: number;
  post_id?: number;
  note?: string;
  created_at: Date;
};
