export const REACTIONS = ['none', 'like', 'dislike'] as const;
export type Reaction = (typeof REACTIONS)[number];
export const REACTION_BUTTONS = ['like', 'dislike'] as const;
export type ReactionButton = (typeof REACTION_BUTTONS)[number];

/** D8: `set` and `unset` name the state to end in, so a retry cannot flip it back. */
export const REACTION_CHANGES = ['toggle', 'set', 'unset'] as const;
export type ReactionChange = (typeof REACTION_CHANGES)[number];

export type ReactionInput = { button: ReactionButton; change: ReactionChange };

/**
 * D29: a member has at most one reaction to a post. Toggling the own one removes it; toggling the other one replaces it.
 * The statement in store.ts repeats this rule and the next one; a test runs both on every input.
 */
export function nextReaction(current: Reaction, { button, change }: ReactionInput): Reaction {
  if (change === 'set') return button;
  if (current === button) return 'none';
  return change === 'unset' ? current : button;
}

/** The change of a post's two counters when one member's reaction goes from one state to another. */
export function countChange(from: Reaction, to: Reaction): { likes: number; dislikes: number } {
  const change = (kind: Reaction) => Number(to === kind) - Number(from === kind);
  return { likes: change('like'), dislikes: change('dislike') };
}

/** Without a requested state, the request toggles. */
export function readChange(requested: boolean | undefined): ReactionChange {
  if (requested === undefined) return 'toggle';
  return requested ? 'set' : 'unset';
}
