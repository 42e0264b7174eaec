import { AtSign, Image } from 'lucide-static';
import { LEVEL_EXP } from '../../levels/rules.ts';
import { Icon } from '../../ui/icons.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Popover } from '../../ui/popover.tsx';
import { COMMENT_IMAGE_LEVEL } from '../../uploads/rules.ts';
import type { Commenter, DiscussionContext } from './discussion-context.ts';
import { ACCEPTED, type Picture } from './use-picture.ts';

/** How much exp somebody lacks for a level. */
export function expMissing(viewer: Commenter, level: number): number {
  return Math.max(0, (LEVEL_EXP[level] ?? 0) - viewer.exp);
}

/** Only scripts can search for people, so the button is there only with them. */
export function MentionButton({ room, onPress }: { room: DiscussionContext; onPress: () => void }) {
  const label = room.say('mention');
  return (
    <button
      type="button"
      class="icon-button composer-tool"
      aria-label={label}
      title={label}
      onClick={onPress}
    >
      <Icon of={AtSign} size={18} />
    </button>
  );
}

type ImageButtonProps = {
  id: string;
  room: DiscussionContext;
  viewer: Commenter;
  onFile: (file: File) => void;
};

export function ImageButton({ id, room, viewer, onFile }: ImageButtonProps) {
  const { say } = room;
  if (viewer.level < COMMENT_IMAGE_LEVEL) return <ImageLater id={id} room={room} viewer={viewer} />;
  return (
    <label class="icon-button composer-tool" title={say('image_hint')}>
      <input
        class="visually-hidden"
        type="file"
        accept={ACCEPTED.join(',')}
        aria-label={say('image')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again after it was removed.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Icon of={Image} size={18} />
    </label>
  );
}

/** Not open yet: said with what is missing, and how to come by it. */
function ImageLater({ id, room, viewer }: Omit<ImageButtonProps, 'onFile'>) {
  const { say, locale } = room;
  const missing = formatNumber(expMissing(viewer, COMMENT_IMAGE_LEVEL), locale);
  return (
    <>
      <button
        type="button"
        class="icon-button composer-tool"
        disabled
        aria-label={say('image')}
        aria-describedby={`${id}-image-why`}
      >
        <Icon of={Image} size={18} />
      </button>
      <div class="composer-why composer-tool">
        <span id={`${id}-image-why`}>{say('image_needs_level', { exp: missing })}</span>
        {' · '}
        <Popover id={`${id}-levels`} button={say('level_how')} buttonClass="link-button">
          <p class="composer-ways">{say('level_ways')}</p>
        </Popover>
      </div>
    </>
  );
}

type PictureBoxProps = { room: DiscussionContext; picture: Picture; onRemove: () => void };

export function PictureBox({ room, picture, onRemove }: PictureBoxProps) {
  const { say } = room;
  return (
    <div class="composer-picture">
      <img src={picture.src} alt={say('image_ready')} />
      {picture.progress === null ? null : (
        <progress value={picture.progress} max={1} aria-label={say('image_uploading')} />
      )}
      <button type="button" class="button button-small" onClick={onRemove}>
        {say('image_remove')}
      </button>
    </div>
  );
}
