import { cropAvatars } from './avatar.ts';
import { countDownRefusals } from './countdown.ts';
import { enhanceForms } from './forms-in-place.ts';
import { offerPasskeys } from './offer-passkeys.ts';
import { enhancePasswordFields } from './password-fields.ts';
import { enhanceProfileFields } from './profile-fields.ts';
import { enhanceSwitches } from './switches.ts';

/** The settings. */
cropAvatars();
enhanceProfileFields();
enhancePasswordFields();
enhanceSwitches();
enhanceForms();
countDownRefusals();
offerPasskeys();

// On a narrow screen the tabs scroll sideways and start at the left.
document
  .querySelector('.settings .tab[aria-current]')
  ?.scrollIntoView({ block: 'nearest', inline: 'center' });
