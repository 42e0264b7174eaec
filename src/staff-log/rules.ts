/** How long the person who decided can undo it. */
export const UNDO_MINUTES = 60;

/** A notification that a decision sent; withdrawn with it, unless it was read. */
export type SentNotification = { uid: number; cause: string };

/**
 * What a decision replaced: each part is there if the decision had that effect. The domain of a part knows its form.
 */
export type UndoState = {
  sent_notifications?: SentNotification[];
  post?: object;
  comment?: object;
  /** Of the release before bans had rows, for an hour. */
  user?: { status: string; left: string };
  ban?: object;
  /** The ban whose appeal was refused. */
  refused_appeal?: number;
  picture?: object;
  profile?: object;
  case?: number;
};

export function canUndo(decidedAt: Date, now: Date): boolean {
  return now.getTime() - decidedAt.getTime() <= UNDO_MINUTES * 60_000;
}
