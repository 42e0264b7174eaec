import { type DiscussionContext, loginAddress } from './discussion-context.ts';

/** In the place of the box, for who cannot write here: why, and what to do about it. */
export function BarrierNote({ room }: { room: DiscussionContext }) {
  const { say, barrier } = room;
  if (barrier === 'stranger') {
    return (
      <div class="barrier">
        <p>{say('log_in_hint')}</p>
        <p class="row">
          <a class="button button-primary" href={loginAddress(room)}>
            {say('log_in')}
          </a>
          <a class="button" href={loginAddress(room).replace('/login', '/register')}>
            {say('register')}
          </a>
        </p>
      </div>
    );
  }
  return (
    <div class="barrier" id="comments-barrier">
      {barrier === 'banned' ? (
        <p>
          <strong>{say('banned')}</strong> {say('banned_hint')}
        </p>
      ) : (
        <p>{say('not_public')}</p>
      )}
    </div>
  );
}
