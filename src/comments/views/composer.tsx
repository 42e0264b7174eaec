import { useEffect, useState } from 'preact/hooks';
import { ActionForm } from '../../ui/action-form.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { useFileDrop } from '../../ui/client/hooks/use-file-drop.ts';
import { BODY_MAX } from '../rules.ts';
import { ImageButton, MentionButton, PictureBox } from './composer-tools.tsx';
import { type DiscussionContext, withParams } from './discussion-context.ts';
import { MentionList, optionId } from './mention-list.tsx';
import { ProblemLine } from './problem-line.tsx';
import { actionOf, type ComposerOptions, overLimit, useComposer } from './use-composer.ts';

/** The count is shown from this length on. */
const COUNTED_FROM = 900;

type ComposerProps = ComposerOptions & { onCancel?: () => void };

/** Without scripts it is a plain form with the same text box and button. */
export function Composer({ onCancel, ...options }: ComposerProps) {
  const { context, viewer, replyTo } = options;
  const { t } = context;
  const id = replyTo ? `reply-${replyTo.id}` : 'comment';
  const composer = useComposer(options);
  const { box, mentions, picture, length } = composer;
  const drop = useFileDrop(composer.take);
  const offered = mentions.open?.people.length ?? 0;
  useEffect(() => {
    if (replyTo) box.current?.focus();
  }, [replyTo, box]);

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
      {replyTo ? null : <Avatar user={viewer} size={40} />}
      <ActionForm
        visit={context.visit}
        action={actionOf(context, replyTo)}
        next={
          replyTo
            ? `/posts/${context.post.id}?comment={id}#c-{id}`
            : `/posts/${context.post.id}#c-{id}`
        }
        once={`${context.once}-${id}`}
        class="composer-form"
      >
        <label class={replyTo ? 'composer-to' : 'visually-hidden'} for={id}>
          {replyTo ? t('replying', { name: replyTo.author.name }) : t('write')}
        </label>
        <div class="composer-field">
          <textarea
            ref={box}
            id={id}
            name="body"
            class="composer-text"
            rows={2}
            placeholder={t('placeholder')}
            aria-autocomplete="list"
            aria-describedby={`${id}-count`}
            {...(replyTo ? {} : { 'data-key': 'c' })}
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
            <PictureBox context={context} picture={picture} onRemove={composer.dropPicture} />
          ) : null}
          <div class="composer-bar">
            <MentionButton context={context} onClick={composer.beginMention} />
            <ImageButton id={id} context={context} viewer={viewer} onFile={composer.take} />
            <span class="composer-end">
              <Count id={`${id}-count`} context={context} length={length} />
              <SendKeys context={context} />
              {onCancel ? (
                <a
                  class="button button-small"
                  href={`${withParams(context.visit.here, { reply: null })}#c-${replyTo?.id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    onCancel();
                  }}
                >
                  {t('cancel')}
                </a>
              ) : null}
              <button
                class="button button-primary button-small"
                type="submit"
                aria-disabled={composer.busy}
              >
                {composer.busy ? t('sending') : t(replyTo ? 'send_reply' : 'send')}
              </button>
            </span>
          </div>
        </div>
        {mentions.open ? (
          <MentionList
            id={id}
            context={context}
            viewer={viewer}
            open={mentions.open}
            onPick={mentions.pick}
          />
        ) : null}
        {composer.problem ? <ProblemLine context={context} problem={composer.problem} /> : null}
      </ActionForm>
    </div>
  );
}

/** Empty until `COUNTED_FROM`; over the limit it shows by how much. */
function Count({
  id,
  context,
  length,
}: {
  id: string;
  context: DiscussionContext;
  length: number;
}) {
  const over = length > BODY_MAX;
  return (
    <span id={id} class={over ? 'composer-count composer-count-over' : 'composer-count'}>
      {over ? overLimit(context, length) : null}
      {!over && length >= COUNTED_FROM ? context.t('used', { used: length, max: BODY_MAX }) : null}
    </span>
  );
}

/** Keys as named on the user's keyboard. */
function SendKeys({ context }: { context: DiscussionContext }) {
  const [keys, setKeys] = useState('Ctrl + Enter');
  useEffect(() => {
    if (/Mac|iP(hone|ad)/.test(navigator.userAgent)) setKeys('⌘ + Enter');
  }, []);
  return <span class="composer-keys composer-tool">{context.t('keys', { keys })}</span>;
}
