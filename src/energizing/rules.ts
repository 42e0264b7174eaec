/** SPEC §8: what each form costs the actor and gives the author. */
export const FORMS = { light: 1, heavy: 2 } as const;
export type Form = keyof typeof FORMS;

/** SPEC §8: at most so much per member and post. */
export const POST_CAP = 20;
/** D37 */
export const EXP_PER_ENERGY = 10;
