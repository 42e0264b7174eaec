import { AtSign, Image } from 'lucide-static';
import { Icon } from '../../ui/icons.tsx';
import { formatNumber } from '../../ui/numbers.ts';
import { Popover } from '../../ui/popover.tsx';
import { COMMENT_IMAGE_LEVEL } from '../../uploads/rules.ts';
import { LEVEL_EXP } from '../../users/rules.ts';
import type { Commenter, DiscussionContext } from './discussion-context.ts';
import { ACCEPTED, type Picture } from './use-picture.ts';

/** The exp that the viewer lacks for a level. */
export function expMissing(viewer: Commenter, level: number): number {
  return Math.max(0, (LEVEL_EXP[level] ?? 0) - viewer.exp);
}

/** Hidden without scripts: the search for people needs them. */
export function MentionButton({
  context,
  onClick,
}: {
  context: DiscussionContext;
  onClick: () => void;
}) {
  const label = context.t('mention');
  return (
    <button
      type="button"
      class="icon-button composer-tool"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon of={AtSign} size={18} />
    </button>
  );
}

type ImageButtonProps = {
  id: string;
  context: DiscussionContext;
  viewer: Commenter;
  onFile: (file: File) => void;
};

export function ImageButton({ id, context, viewer, onFile }: ImageButtonProps) {
  const { t } = context;
  if (viewer.level < COMMENT_IMAGE_LEVEL)
    return <LockedImageButton id={id} context={context} viewer={viewer} />;
  return (
    <label class="icon-button composer-tool" title={t('image_hint')}>
      <input
        class="visually-hidden"
        type="file"
        accept={ACCEPTED.join(',')}
        aria-label={t('image')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // So that the same file can be chosen again after removing it.
          currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
      <Icon of={Image} size={18} />
    </label>
  );
}

/**
 * Below the level: the box for a new comment shows how much exp is missing and how to get it. A reply's box refers to
 * that, so the page shows it once.
 */
function LockedImageButton({ id, context, viewer }: Omit<ImageButtonProps, 'onFile'>) {
  const { t, locale } = context;
  const missing = formatNumber(expMissing(viewer, COMMENT_IMAGE_LEVEL), locale);
  return (
    <>
      <button
        type="button"
        class="icon-button composer-tool"
        disabled
        aria-label={t('image')}
        aria-describedby="image-why"
      >
        <Icon of={Image} size={18} />
      </button>
      {id === 'comment' ? (
        <div class="composer-why composer-tool">
          <span id="image-why">{t('image_needs_level', { exp: missing })}</span>
          {' · '}
          <Popover id="levels" button={t('level_how')} buttonClass="link-button">
            <p class="composer-ways">{t('level_ways')}</p>
          </Popover>
        </div>
      ) : null}
    </>
  );
}

type PictureBoxProps = { context: DiscussionContext; picture: Picture; onRemove: () => void };

export function PictureBox({ context, picture, onRemove }: PictureBoxProps) {
  const { t } = context;
  return (
    <div class="composer-picture">
      <img src={picture.src} alt={t('image_ready')} />
      {picture.progress === null ? null : (
        <progress value={picture.progress} max={1} aria-label={t('image_uploading')} />
      )}
      <button type="button" class="button button-small" onClick={onRemove}>
        {t('image_remove')}
      </button>
    </div>
  );
}
