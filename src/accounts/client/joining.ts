import { countDownRefusals } from './countdown.ts';
import { showEmailStepFirst } from './email-step.ts';
import { enhanceForms } from './forms-in-place.ts';
import { offerPasskeys } from './offer-passkeys.ts';
import { enhancePasswordFields } from './password-fields.ts';

/** Logging in, signing up and setting up. */
showEmailStepFirst();
enhancePasswordFields();
enhanceForms();
countDownRefusals();
offerPasskeys();
