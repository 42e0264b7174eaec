export const REACTIONS = ['none', 'like', 'dislike'] as const;
export type Reaction = (typeof REACTIONS)[number];
export const REACTION_BUTTONS = ['like', 'dislike'] as const;
export type ReactionButton = (typeof REACTION_BUTTONS)[number];

/** What the caller wants of the button: to press it, or to find it held or let go of afterwards (D8). */
export const REACTION_CHANGES = ['toggle', 'hold', 'release'] as const;
export type ReactionChange = (typeof REACTION_CHANGES)[number];

/**
 * D29: pressing the button you hold lets go of it, pressing the other one swaps. The statement in the
 * store decides the same; a test holds the two together.
 */
export function nextReaction(
  held: Reaction,
  button: ReactionButton,
  press: ReactionChange,
): Reaction {
  if (press === 'hold') return button;
  if (press === 'release') return held === button ? 'none' : held;
  return held === button ? 'none' : button;
}

export function readChange(wanted: boolean | undefined): ReactionChange {
  if (wanted === undefined) return 'toggle';
  return wanted ? 'hold' : 'release';
}
