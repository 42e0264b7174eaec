import type { ComposeMail, MailKind } from '../rules.ts';
import { composeAccountBanned } from './account-banned.ts';
import { composeAddressChanged } from './address-changed.ts';
import { composeAlreadyRegistered } from './already-registered.ts';
import { composeApiTokenMade } from './api-token-made.ts';
import { composeAppealDecided } from './appeal-decided.ts';
import { composeChangeAddress } from './change-address.ts';
import { composeConfirmIdentity } from './confirm-identity.ts';
import { composeFactorsChanged } from './factors-changed.ts';
import { composeIdentityChanged } from './identity-changed.ts';
import { composeInvitation } from './invitation.ts';
import { composeNewDevice } from './new-device.ts';
import { composePasswordChanged } from './password-changed.ts';
import { composeResetPassword } from './reset-password.ts';
import { composeTest } from './test.ts';
import { composeVerifyAddress } from './verify-address.ts';

/** One line per kind; a digest reads posts, so its domain composes it. */
export const COMPOSERS: Partial<Record<MailKind, ComposeMail>> = {
  test: composeTest,
  verify_address: composeVerifyAddress,
  already_registered: composeAlreadyRegistered,
  reset_password: composeResetPassword,
  change_address: composeChangeAddress,
  address_changed: composeAddressChanged,
  password_changed: composePasswordChanged,
  new_device: composeNewDevice,
  factors_changed: composeFactorsChanged,
  identity_changed: composeIdentityChanged,
  api_token_made: composeApiTokenMade,
  confirm_identity: composeConfirmIdentity,
  account_banned: composeAccountBanned,
  appeal_decided: composeAppealDecided,
  invitation: composeInvitation,
};
