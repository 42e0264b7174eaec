import { cropAvatars } from './avatar.ts';
import { countDownRefusals } from './countdown.ts';
import { submitInPlace } from './forms-in-place.ts';
import { helpWithPasswords } from './password-fields.ts';
import { helpWithProfile } from './profile-fields.ts';
import { saveSwitchesInPlace } from './switches.ts';

/** The settings. */
cropAvatars();
helpWithProfile();
helpWithPasswords();
saveSwitchesInPlace();
submitInPlace();
countDownRefusals();

// On a narrow screen the tabs are a strip that begins at its beginning.
document
  .querySelector('.settings .tab[aria-current]')
  ?.scrollIntoView({ block: 'nearest', inline: 'center' });
