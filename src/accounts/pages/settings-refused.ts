import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExportSettingProps } from '../../exports/views/export-setting.tsx';
import type { App } from '../../platform/http/app-types.ts';
import { renderRefusedForms } from '../../platform/http/forms.ts';
import { type PageView, pageViewOf } from '../../platform/http/page.ts';
import { SIGNATURE_MAX } from '../../profiles/rules.ts';
import type { Refusal, RefusalCode } from '../../refusals.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../rules.ts';
import type { Refused } from '../views/account-form.tsx';
import type { ProfileSettingsProps } from '../views/settings-profile.tsx';
import type { SecuritySettingsProps } from '../views/settings-security.tsx';

type Render<Again> = (
  request: FastifyRequest,
  reply: FastifyReply,
  again: Again,
) => Promise<string>;

type Pages = {
  profile: Render<Pick<ProfileSettingsProps, 'refused' | 'typed'>>;
  security: Render<Pick<SecuritySettingsProps, 'refused'>>;
  privacy: Render<Pick<ExportSettingProps, 'refused'>>;
};

/** Renders the tab again with the message at its field and the typed values, except passwords. */
export function renderRefusedSettings(app: App, pages: Pages): void {
  renderRefusedForms(app, 'changeProfile', async (request, reply, refusal) => {
    if (refusal.code === 'unauthenticated') return redirectToLogIn(reply, 'profile');
    const visit = pageViewOf(request);
    const refused = explain(visit, reply, refusal, {
      username: visit.t('settings.name_fault'),
      signature: visit.t('settings.signature_fault', { max: SIGNATURE_MAX }),
    });
    return pages.profile(request, reply, { refused, typed: request.typed ?? {} });
  });

  renderRefusedForms(app, 'changePassword', async (request, reply, refusal) => {
    const { t } = pageViewOf(request);
    return again(request, reply, refusal, 'password', {
      current_password: t('settings.password_missing'),
      new_password: t('settings.password_length', { min: PASSWORD_MIN, max: PASSWORD_MAX }),
    });
  });
  renderRefusedForms(app, 'deleteAccount', async (request, reply, refusal) => {
    const { t } = pageViewOf(request);
    return again(request, reply, refusal, 'delete', { password: t('settings.password_missing') });
  });
  renderRefusedForms(app, 'requestExport', async (request, reply, refusal) => {
    if (refusal.code === 'unauthenticated') return redirectToLogIn(reply, 'privacy');
    const visit = pageViewOf(request);
    const texts = { password: visit.t('settings.password_missing') };
    return pages.privacy(request, reply, { refused: explain(visit, reply, refusal, texts) });
  });

  const again = async (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
    form: 'password' | 'delete',
    texts: Record<string, string>,
  ) => {
    if (refusal.code === 'unauthenticated') return redirectToLogIn(reply, 'security');
    const why = explain(pageViewOf(request), reply, refusal, texts);
    return pages.security(request, reply, { refused: { form, why, tries_left: triesLeft(reply) } });
  };
}

/** The session ended while the page was open. */
function redirectToLogIn(reply: FastifyReply, tab: string): string {
  const next = encodeURIComponent(`/settings?tab=${tab}`);
  reply.code(303).header('location', `/login?next=${next}`).serializer(String);
  return '';
}

/** The fields that a refusal may belong to; their names differ by form. */
const FIELDS: Partial<Record<RefusalCode, string[]>> = {
  username_taken: ['username'],
  password_too_common: ['new_password'],
  wrong_password: ['current_password', 'password'],
};

/** The messages of the schema are for programs; `texts` has one for people for each field of this form. */
function explain(
  visit: PageView,
  reply: FastifyReply,
  refusal: Refusal,
  texts: Record<string, string>,
): Refused {
  const { code, members } = refusal;
  const sentence = visit.t(`refusals.${code}`, { ...members });
  const retry_after = Number(members['retry_after']) || undefined;
  reply.code(refusal.status);
  if (retry_after) reply.header('retry-after', retry_after);
  const named = new Set(refusal.fields.map(({ pointer }) => pointer.slice(1)));
  const fields = Object.entries(texts)
    .filter(([field]) => named.has(field) || FIELDS[code]?.includes(field))
    .map(([field, message]) => ({ field, message: FIELDS[code] ? sentence : message }));
  return { sentence, fields, retry_after };
}

/** D14: read from the rate limit's own header. */
function triesLeft(reply: FastifyReply): number | undefined {
  const left = /"sensitive";r=(\d+)/.exec(String(reply.getHeader('ratelimit')))?.[1];
  return left === undefined ? undefined : Number(left);
}
