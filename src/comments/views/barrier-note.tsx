import { type DiscussionContext, loginUrl } from './discussion-context.ts';

/** Shown instead of the composer: why the viewer cannot comment, and what to do about it. */
export function BarrierNote({ context }: { context: DiscussionContext }) {
  const { t, barrier } = context;
  if (barrier === 'anonymous') {
    return (
      <div class="barrier">
        <p>{t('log_in_hint')}</p>
        <p class="row">
          <a class="button button-primary" href={loginUrl(context)}>
            {t('log_in')}
          </a>
          <a class="button" href={loginUrl(context).replace('/login', '/register')}>
            {t('register')}
          </a>
        </p>
      </div>
    );
  }
  return (
    <div class="barrier" id="comments-barrier">
      {barrier === 'banned' ? (
        <p>
          <strong>{t('banned')}</strong> {t('banned_hint')}
        </p>
      ) : (
        <p>{t('not_public')}</p>
      )}
    </div>
  );
}
