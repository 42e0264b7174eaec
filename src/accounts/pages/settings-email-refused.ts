import type { FastifyReply, FastifyRequest } from 'fastify';
import { EMAIL_FIELDS, type EmailSettingProps } from '../../account-mail/views/email-setting.tsx';
import type { App } from '../../platform/http/app-types.ts';
import { redirectToLogIn, renderRefusedForms } from '../../platform/http/forms.ts';
import { pageViewOf } from '../../platform/http/page.ts';
import type { Refusal } from '../../refusals.ts';
import type { Refused } from '../views/account-form.tsx';
import { addressOfTab } from '../views/settings-page.tsx';
import { explainRefusal } from './explain-refusal.ts';

type Again = NonNullable<EmailSettingProps['refused']>;
type Render = (request: FastifyRequest, reply: FastifyReply, again: Again) => Promise<string>;

/** Shows the setting again, with the message at its field. */
export function renderRefusedEmail(app: App, render: Render): void {
  const again = (form: Again['form']) =>
    async function renderAgain(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
      if (refusal.code === 'unauthenticated')
        return redirectToLogIn(reply, addressOfTab('security'));
      const why = explain(request, reply, refusal);
      return render(request, reply, { form, why, email: request.typed?.['email'] ?? '' });
    };
  renderRefusedForms(app, 'requestVerification', again('send'));
  renderRefusedForms(app, 'cancelAddressChange', again('send'));
  renderRefusedForms(app, 'requestAddressChange', again('change'));
}

/** The tab has other forms with fields of these names, so the fields of this one have ids of their own. */
function explain(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): Refused {
  const visit = pageViewOf(request);
  const texts = {
    email: visit.t('joining.email_invalid'),
    password: visit.t('settings.password_missing'),
  };
  const why = explainRefusal(visit, reply, refusal, texts);
  const fields = why.fields.map(({ field, message }) => ({
    field: EMAIL_FIELDS[field as keyof typeof EMAIL_FIELDS],
    message,
  }));
  return { ...why, fields };
}
