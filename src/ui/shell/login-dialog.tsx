import type { PageView } from '../../platform/http/page.ts';
import { type Locale, translator } from '../../platform/i18n.ts';
import { memoizeByLocale } from '../memoize-by-locale.ts';
import { memoizedHtml } from '../memoized-html.ts';

/**
 * Logs a member in again without leaving the page, which would lose typed text (SPEC §5.6). Every page of a member
 * contains it; `ui/client/login-dialog.ts` opens it.
 */
export function LoginDialog({ visit: { locale, visitor } }: { visit: PageView }) {
  if (!visitor) return null;
  return (
    <dialog
      id="login-dialog"
      class="dialog"
      aria-labelledby="login-dialog-title"
      data-uid={visitor.uid}
      data-words={words(locale)}
    >
      <Content locale={locale} />
    </dialog>
  );
}

const words = memoizeByLocale((locale) => {
  const t = translator(locale);
  const other = t('shell.login_dialog.other_account');
  return JSON.stringify({ other, restore: t('shell.login_dialog.restore') });
});

const Content = memoizedHtml(({ locale }: { locale: Locale }) => {
  const t = translator(locale);
  return (
    <>
      <h2 id="login-dialog-title">{t('shell.login_dialog.title')}</h2>
      <p>{t('shell.login_dialog.lead')}</p>
      <form class="form">
        <div class="field">
          <label class="field-label" for="login-email">
            {t('shell.login_dialog.email')}
          </label>
          <input class="input" id="login-email" type="email" autocomplete="username" required />
        </div>
        <div class="field">
          <label class="field-label" for="login-password">
            {t('shell.login_dialog.password')}
          </label>
          <input
            class="input"
            id="login-password"
            type="password"
            autocomplete="current-password"
            required
          />
        </div>
        <p class="form-problem" id="login-problem" role="alert" />
        <p class="dialog-buttons">
          <button class="button button-primary" type="submit">
            {t('shell.login_dialog.submit')}
          </button>
          <button class="button button-quiet" type="button" data-close>
            {t('shell.login_dialog.later')}
          </button>
        </p>
      </form>
    </>
  );
});
