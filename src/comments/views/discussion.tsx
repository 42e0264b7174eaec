import { MessageCircle } from 'lucide-static';
import { useEffect, useState } from 'preact/hooks';
import { SEARCH_LEVEL } from '../../profiles/rules.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatCompact } from '../../ui/numbers.ts';
import { createSectionTranslate } from '../../ui/translations.ts';
import { BarrierNote } from './barrier-note.tsx';
import { ImageDialog, type ShownImage } from './comment-image.tsx';
import { Composer } from './composer.tsx';
import {
  addressOf,
  type CommentWords,
  type DiscussionContext,
  type DiscussionFacts,
  positionIn,
} from './discussion-context.ts';
import { othersAmong, ThreadView } from './thread-view.tsx';
import { type DiscussionStart, type Spot, useDiscussion } from './use-discussion.ts';

type DiscussionProps = DiscussionStart & {
  facts: DiscussionFacts;
  words: CommentWords;
  is_later_page: boolean;
  is_missing: boolean;
};

/** The comments of a post. Drawn by the server, alive in the browser. */
export function DiscussionView({
  facts,
  words,
  is_later_page,
  is_missing,
  ...start
}: DiscussionProps) {
  const room: DiscussionContext = { ...facts, say: createSectionTranslate(words, facts.locale) };
  const { say, viewer, locale } = room;
  const { list, next, count, busy, spot, onNext, ...talk } = useDiscussion(room, start);
  const [image, setImage] = useState<ShownImage | null>(null);
  useEffect(() => findFromAddress(room), []);
  useEffect(() => goOnFrom(spot), [spot]);
  const roots = list.map((thread) => thread.root);
  return (
    <>
      <h2 class="comments-title" id="comments-title" tabIndex={-1}>
        {say('title')}{' '}
        {count > 0 ? <span>{say('count', { number: formatCompact(count, locale) })}</span> : null}
      </h2>
      {viewer && room.barrier === null ? (
        <Composer
          room={room}
          viewer={viewer}
          // Below that level nobody is told who is not of the thread, and this begins a new one.
          people={viewer.level < SEARCH_LEVEL ? [] : othersAmong(roots, viewer.uid)}
          onSent={talk.onSent}
        />
      ) : (
        <BarrierNote room={room} />
      )}
      {is_missing ? <p class="comments-note">{say('missing')}</p> : null}
      {is_later_page ? (
        <p class="comments-note">
          {say('newest')} · <a href={`/posts/${room.post.id}#comments`}>{say('to_newest')}</a>
        </p>
      ) : null}
      {list.length === 0 ? (
        <EmptyState
          icon={MessageCircle}
          title={say(room.barrier === null ? 'empty' : 'empty_reader')}
        />
      ) : (
        <ul class="threads" data-list aria-busy={busy}>
          {list.map((thread) => (
            <ThreadView
              key={thread.root.id}
              room={room}
              thread={thread}
              {...talk}
              fresh={spot?.isNew ? spot.id : null}
              onShow={setImage}
            />
          ))}
        </ul>
      )}
      <NextPage room={room} next={next} isEmpty={list.length === 0} onNext={onNext} />
      {image ? <ImageDialog room={room} image={image} onClose={() => setImage(null)} /> : null}
    </>
  );
}

type NextPageProps = {
  room: DiscussionContext;
  next: string | null;
  isEmpty: boolean;
  onNext: () => void;
};

function NextPage({ room, next, isEmpty, onNext }: NextPageProps) {
  const { say, visit } = room;
  if (isEmpty) return null;
  if (next === null) return <p class="list-end">{say('end')}</p>;
  const places = { comments: next, comment: null, thread: null, replies: null, reply: null };
  return (
    <p class="list-more">
      <a
        class="button"
        href={`${positionIn(visit.here, places)}#comments`}
        rel="next"
        onClick={(event) => {
          event.preventDefault();
          onNext();
        }}
      >
        {say('more')}
      </a>
    </p>
  );
}

/**
 * A notification leads to `#comments` (without scripts the page stays there), with the comment marked. An address may
 * also name a comment that is not on the first page, without saying where to look for it.
 */
function findFromAddress(room: DiscussionFacts): void {
  const { hash, search } = location;
  const id = /^#c-(\d+)/.exec(hash)?.[1];
  if (hash === '#comments')
    document.querySelector('.comment-marked')?.scrollIntoView({ block: 'nearest' });
  if (!id || search.includes(`comment=${id}`) || document.getElementById(`c-${id}`)) return;
  location.replace(addressOf(room, Number(id)));
}

function goOnFrom(spot: Spot | null): void {
  if (!spot) return;
  const comment = document.getElementById(`c-${spot.id}`);
  // A new comment stands under the box it was written in, where the focus still is; all else left nothing behind.
  if (!spot.isNew || comment?.closest('.reply')) comment?.focus({ preventScroll: true });
  comment?.scrollIntoView({ block: 'nearest' });
}
