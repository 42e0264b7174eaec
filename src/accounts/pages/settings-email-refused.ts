import type { FastifyReply, FastifyRequest } from 'fastify';
import { EMAIL_FIELDS, type EmailSettingProps } from '../../account-mail/views/email-setting.tsx';
import type { App } from '../../platform/http/app-types.ts';
import { renderRefusedForms } from '../../platform/http/forms.ts';
import { pageViewOf } from '../../platform/http/page.ts';
import type { Refusal, RefusalCode } from '../../refusals.ts';
import type { Refused } from '../views/account-form.tsx';
import { redirectToLogIn } from './settings-refused.ts';

type Again = NonNullable<EmailSettingProps['refused']>;
type Render = (request: FastifyRequest, reply: FastifyReply, again: Again) => Promise<string>;

/** Shows the setting again, with the message at its field. */
export function renderRefusedEmail(app: App, render: Render): void {
  const again = (form: Again['form'], fields: Record<string, string>) =>
    async function renderAgain(request: FastifyRequest, reply: FastifyReply, refusal: Refusal) {
      if (refusal.code === 'unauthenticated') return redirectToLogIn(reply, 'security');
      const why = explain(request, reply, refusal, fields);
      return render(request, reply, { form, why, email: request.typed?.['email'] ?? '' });
    };
  renderRefusedForms(app, 'requestVerification', again('send', {}));
  renderRefusedForms(app, 'cancelAddressChange', again('send', {}));
  renderRefusedForms(
    app,
    'requestAddressChange',
    again('change', { email: EMAIL_FIELDS.email, password: EMAIL_FIELDS.password }),
  );
}

const FIELDS: Partial<Record<RefusalCode, string>> = {
  wrong_password: 'password',
  email_same: 'email',
};

function explain(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  ids: Record<string, string>,
): Refused {
  const { t } = pageViewOf(request);
  const { code, members } = refusal;
  const sentence = t(`refusals.${code}`, { ...members });
  const retry_after = Number(members['retry_after']) || undefined;
  reply.code(refusal.status);
  if (retry_after) reply.header('retry-after', retry_after);
  const texts: Record<string, string> = {
    email: t('joining.email_invalid'),
    password: t('settings.password_missing'),
  };
  const named = new Set(refusal.fields.map(({ pointer }) => pointer.slice(1)));
  const fields = Object.entries(ids)
    .filter(([name]) => named.has(name) || FIELDS[code] === name)
    .map(([name, id]) => ({ field: id, message: FIELDS[code] ? sentence : (texts[name] ?? '') }));
  return { sentence, fields, retry_after };
}
