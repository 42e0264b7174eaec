/** SPEC §8: the energy that each form moves from the caller to the author. */
export const FORMS = { light: 1, heavy: 2 } as const;
export type Form = keyof typeof FORMS;

/** SPEC §8: the maximum per member and post. */
export const POST_CAP = 20;
/** D37: exp for the giver. */
export const EXP_PER_ENERGY = 10;

/** Who gave an author the most: counted over these days, and over at most so many of the author's last entries. */
export const GIVERS_SHOWN = 3;
export const GIVERS_DAYS = 90;
export const GIVERS_ENTRIES = 500;
