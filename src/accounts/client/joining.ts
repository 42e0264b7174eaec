import { countDownRefusals } from './countdown.ts';
import { askForEmailFirst } from './email-step.ts';
import { submitInPlace } from './forms-in-place.ts';
import { helpWithPasswords } from './password-fields.ts';

/** Logging in, signing up and setting up. */
askForEmailFirst();
helpWithPasswords();
submitInPlace();
countDownRefusals();
