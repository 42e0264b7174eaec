import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExportSettingProps } from '../../exports/views/export-setting.tsx';
import type { App } from '../../platform/http/app-types.ts';
import { redirectToLogIn, renderRefusedForms } from '../../platform/http/forms.ts';
import { pageViewOf } from '../../platform/http/page.ts';
import { SIGNATURE_MAX } from '../../profiles/rules.ts';
import type { Refusal } from '../../refusals.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from '../rules.ts';
import { addressOfTab } from '../views/settings-page.tsx';
import type { ProfileSettingsProps } from '../views/settings-profile.tsx';
import type { SecuritySettingsProps } from '../views/settings-security.tsx';
import { explainRefusal } from './explain-refusal.ts';

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
    if (refusal.code === 'unauthenticated') return redirectToLogIn(reply, addressOfTab('profile'));
    const visit = pageViewOf(request);
    const refused = explainRefusal(visit, reply, refusal, {
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
    if (refusal.code === 'unauthenticated') return redirectToLogIn(reply, addressOfTab('privacy'));
    const visit = pageViewOf(request);
    const texts = { password: visit.t('settings.password_missing') };
    return pages.privacy(request, reply, { refused: explainRefusal(visit, reply, refusal, texts) });
  });

  const again = async (
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
    form: 'password' | 'delete',
    texts: Record<string, string>,
  ) => {
    if (refusal.code === 'unauthenticated') return redirectToLogIn(reply, addressOfTab('security'));
    const why = explainRefusal(pageViewOf(request), reply, refusal, texts);
    return pages.security(request, reply, { refused: { form, why, tries_left: triesLeft(reply) } });
  };
}

/** D14: read from the rate limit's own header. */
function triesLeft(reply: FastifyReply): number | undefined {
  const left = /"sensitive";r=(\d+)/.exec(String(reply.getHeader('ratelimit')))?.[1];
  return left === undefined ? undefined : Number(left);
}
