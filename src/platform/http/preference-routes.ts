import { Refusal } from '../../refusals.ts';
import type { App } from './app-types.ts';
import { localPath } from './page.ts';

const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** Stores a preference of this browser in a cookie. A link sets it, so it needs no script and no account. */
export function addPreferenceRoute(
  app: App,
  url: `${string}/:choice`,
  cookie: string,
  choices: readonly string[],
): void {
  app.get<{ Params: { choice: string }; Querystring: { next?: unknown } }>(
    url,
    { config: { access: 'public' } },
    async (request, reply) => {
      const { choice } = request.params;
      if (!choices.includes(choice)) throw new Refusal('not_found');
      const { BASE_URL } = app.ctx.config;
      reply.setCookie(cookie, choice, {
        path: '/',
        maxAge: ONE_YEAR_SECONDS,
        sameSite: 'lax',
        httpOnly: true,
        secure: BASE_URL.startsWith('https:'),
      });
      const { next } = request.query;
      return reply.redirect(localPath(BASE_URL, typeof next === 'string' ? next : undefined), 303);
    },
  );
}
