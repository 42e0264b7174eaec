import type { PageView } from '../../platform/http/page.ts';
import { TextField } from '../../ui/form.tsx';
import type { Joining } from '../actions/use-invitation.ts';

type InvitationFieldProps = {
  visit: PageView;
  joining: Joining;
  typed: string | undefined;
  error: string | undefined;
};

/** In a form that creates an account: the opened invitation, or a box for the link where one is required. */
export function InvitationField({ visit: { t }, joining, typed, error }: InvitationFieldProps) {
  if (joining.opened && !error)
    return <input type="hidden" name="invitation" value={joining.opened.token} />;
  if (joining.mode !== 'invitation') return null;
  return (
    <TextField
      name="invitation"
      label={t('invitations.field')}
      hint={t('invitations.field_hint')}
      error={error}
      value={typed ?? ''}
      autocomplete="off"
      code
    />
  );
}
