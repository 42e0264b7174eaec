import { useEffect, useState } from 'preact/hooks';
import { ActionForm } from '../../ui/action-form.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { useFileDrop } from '../../ui/client/hooks/use-file-drop.ts';
import { BODY_MAX } from '../rules.ts';
import { ImageButton, MentionButton, PictureBox } from './composer-tools.tsx';
import { type DiscussionContext, positionIn } from './discussion-context.ts';
import { MentionList, optionId } from './mention-list.tsx';
import { ProblemLine } from './problem-line.tsx';
import { actionOf, type ComposerOptions, overLimit, useComposer } from './use-composer.ts';

/** From here on it is said how much room is left. */
const COUNTED_FROM = 900;

type ComposerProps = ComposerOptions & { onCancel?: () => void };

/** Where a comment is written. Without scripts it is a form; the box and the button are the same. */
export function Composer({ onCancel, ...options }: ComposerProps) {
  const { room, viewer, answering } = options;
  const { say } = room;
  const id = answering ? `reply-${answering.id}` : 'comment';
  const composer = useComposer(options);
  const { box, mentions, picture, length } = composer;
  const drop = useFileDrop(composer.take);
  const offered = mentions.open?.people.length ?? 0;
  useEffect(() => {
    if (answering) box.current?.focus();
  }, [answering, box]);

  return (
    <div
      class={`composer ${drop.isOver ? 'composer-over' : ''}`}
      onSubmit={(event) => {
        event.preventDefault();
        void composer.send();
      }}
      onPaste={(event) => {
        const file = event.clipboardData?.files[0];
        if (!file) return;
        event.preventDefault();
        composer.take(file);
      }}
      {...drop.events}
    >
      {answering ? null : <Avatar user={viewer} size={40} />}
      <ActionForm
        visit={room.visit}
        action={actionOf(room, answering)}
        next={
          answering ? `/posts/${room.post.id}?comment={id}#c-{id}` : `/posts/${room.post.id}#c-{id}`
        }
        once={`${room.once}-${id}`}
        class="composer-form"
      >
        <label class={answering ? 'composer-to' : 'visually-hidden'} for={id}>
          {answering ? say('replying', { name: answering.author.name }) : say('write')}
        </label>
        <div class="composer-field">
          <textarea
            ref={box}
            id={id}
            name="body"
            class="composer-text"
            rows={2}
            placeholder={say('placeholder')}
            aria-autocomplete="list"
            aria-describedby={`${id}-count`}
            {...(answering ? {} : { 'data-key': 'c' })}
            {...(offered > 0
              ? {
                  'aria-controls': `${id}-people`,
                  'aria-activedescendant': optionId(id, mentions.open?.active ?? 0),
                }
              : {})}
            onInput={composer.onInput}
            onCompositionEnd={composer.onCompositionEnd}
            onKeyDown={composer.onKeyDown}
            onBlur={mentions.close}
          />
          {picture ? (
            <PictureBox room={room} picture={picture} onRemove={composer.dropPicture} />
          ) : null}
          <div class="composer-bar">
            <MentionButton room={room} onPress={composer.beginMention} />
            <ImageButton id={id} room={room} viewer={viewer} onFile={composer.take} />
            <span class="composer-end">
              <Count id={`${id}-count`} room={room} length={length} />
              <SendKeys room={room} />
              {onCancel ? (
                <a
                  class="button button-small"
                  href={`${positionIn(room.visit.here, { reply: null })}#c-${answering?.id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onCancel();
                  }}
                >
                  {say('cancel')}
                </a>
              ) : null}
              <button
                class="button button-primary button-small"
                type="submit"
                aria-disabled={composer.busy}
              >
                {composer.busy ? say('sending') : say(answering ? 'send_reply' : 'send')}
              </button>
            </span>
          </div>
        </div>
        {mentions.open ? (
          <MentionList
            id={id}
            room={room}
            viewer={viewer}
            open={mentions.open}
            onPick={mentions.pick}
          />
        ) : null}
        {composer.problem ? <ProblemLine room={room} problem={composer.problem} /> : null}
      </ActionForm>
    </div>
  );
}

/** Quiet until the end is near; what is too much is said in words. */
function Count({ id, room, length }: { id: string; room: DiscussionContext; length: number }) {
  const over = length > BODY_MAX;
  return (
    <span id={id} class={over ? 'composer-count composer-count-over' : 'composer-count'}>
      {over ? overLimit(room, length) : null}
      {!over && length >= COUNTED_FROM ? room.say('used', { used: length, max: BODY_MAX }) : null}
    </span>
  );
}

/** Named as on the keyboard at hand. */
function SendKeys({ room }: { room: DiscussionContext }) {
  const [keys, setKeys] = useState('Ctrl + Enter');
  useEffect(() => {
    if (/Mac|iP(hone|ad)/.test(navigator.userAgent)) setKeys('⌘ + Enter');
  }, []);
  return <span class="composer-keys composer-tool">{room.say('keys', { keys })}</span>;
}
