import { useEffect, useState } from 'preact/hooks';
import { normalizeName, SEARCH_LEVEL } from '../../profiles/rules.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { useFileDrop } from '../../ui/client/hooks/use-file-drop.ts';
import { LevelSeal } from '../../ui/level-seal.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { BODY_MAX, labelOf, pathOf } from '../rules.ts';
import { expMissing, ImageButton, MentionButton, PictureBox } from './composer-tools.tsx';
import { type Commenter, type DiscussionContext, withParams } from './discussion-context.ts';
import { ProblemLine } from './problem-line.tsx';
import { actionOf, type ComposerOptions, overLimit, useComposer } from './use-composer.ts';

/** The count is shown from this length on. */
const COUNTED_FROM = 900;

type ComposerProps = ComposerOptions & { onCancel?: () => void };

/** Without scripts it is a plain form with the same text box and button. */
export function Composer({ onCancel, ...options }: ComposerProps) {
  const { context, viewer, target, isEdit } = options;
  const { t } = context;
  const id = target ? `${isEdit ? 'edit' : 'reply'}-${target.id}` : 'comment';
  const composer = useComposer(options);
  const { box, Mentions, picture, length } = composer;
  const drop = useFileDrop(composer.take);
  useEffect(() => {
    if (target) box.current?.focus();
  }, [target, box]);

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
      {target ? null : <Avatar user={viewer} size={40} />}
      <ActionForm
        visit={context.visit}
        action={isEdit && target ? `${pathOf(target)}/update` : actionOf(context, target)}
        next={
          target
            ? `/posts/${context.post.id}?comment={id}#c-{id}`
            : `/posts/${context.post.id}#c-{id}`
        }
        once={`${context.once}-${id}`}
        class="composer-form"
      >
        <label class={target ? 'composer-to' : 'visually-hidden'} for={id}>
          {target ? t(isEdit ? 'editing' : 'replying', { name: target.author.name }) : t('write')}
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
            {...(target ? {} : { 'data-key': 'c' })}
            onInput={composer.onInput}
            onKeyDown={composer.onKeyDown}
          >
            {isEdit ? target?.body : null}
          </textarea>
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
                  href={`${withParams(context.visit.here, { reply: null, edit: null })}#c-${target?.id}`}
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
                {composer.busy ? t('sending') : t(isEdit ? 'save' : target ? 'send_reply' : 'send')}
              </button>
            </span>
          </div>
        </div>
        {Mentions ? (
          <Mentions
            id={id}
            context={context}
            box={box}
            canSearch={viewer.level >= SEARCH_LEVEL}
            whyNoSearch={whyNoSearch(context, viewer)}
            findHere={(query) => options.people.filter((one) => nameBegins(one.name, query))}
            labelOf={labelOf}
            renderPerson={(person) => (
              <>
                <Avatar user={person} size={24} />
                <span class="mention-name">{person.name}</span>
                <LevelSeal level={person.level} />
              </>
            )}
            onPick={composer.onPick}
          />
        ) : null}
        {composer.problem ? <ProblemLine context={context} problem={composer.problem} /> : null}
      </ActionForm>
    </div>
  );
}

function whyNoSearch({ t, locale }: DiscussionContext, viewer: Commenter): string | null {
  if (viewer.level >= SEARCH_LEVEL) return null;
  return t('mention_needs_level', { exp: formatNumber(expMissing(viewer, SEARCH_LEVEL), locale) });
}

function nameBegins(name: string, query: string): boolean {
  return normalizeName(name).startsWith(normalizeName(query));
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
