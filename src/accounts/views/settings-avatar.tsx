import { ImageUp } from 'lucide-static';
import type { PageView } from '../../platform/http/page.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Icon } from '../../ui/icons.tsx';
import type { UserCard } from '../../users/schema.ts';
import { Setting } from './settings-page.tsx';

const TYPES = 'image/jpeg,image/png,image/gif,image/webp';
/** Side of the crop frame in pixels of the canvas. */
const FRAME = 576;

type AvatarSettingProps = {
  visit: PageView;
  user: UserCard;
  disabled: boolean;
  reward: string | undefined;
};

/** `client/avatar.ts` crops the picture to a square and uploads it. */
export function AvatarSetting({ visit, user, disabled, reward }: AvatarSettingProps) {
  const { t } = visit;
  return (
    <Setting
      id="avatar"
      title={t('settings.avatar')}
      about={t('settings.avatar_about')}
      reward={reward}
    >
      <div class="avatar-setting">
        <span data-avatar>
          <Avatar user={user} size={96} />
        </span>
        <div class="avatar-pick">
          <input
            class="visually-hidden"
            id="avatar-file"
            type="file"
            accept={TYPES}
            disabled={disabled}
            aria-describedby="avatar-hint"
            data-avatar-file
          />
          <label class="button" for="avatar-file" {...(disabled ? { 'aria-disabled': true } : {})}>
            <Icon of={ImageUp} size={16} />
            {t('settings.avatar_pick')}
          </label>
          <p class="field-hint" id="avatar-hint">
            {t('settings.avatar_hint')}
          </p>
          <noscript>
            <p class="field-hint">{t('settings.avatar_no_scripts')}</p>
          </noscript>
        </div>
      </div>
      <CropDialog visit={visit} />
    </Setting>
  );
}

function CropDialog({ visit }: { visit: PageView }) {
  const { t } = visit;
  const sentences = { broken: t('settings.avatar_broken'), saved: t('settings.avatar_saved') };
  return (
    <dialog
      class="dialog crop"
      aria-labelledby="crop-title"
      data-crop
      data-sentences={JSON.stringify(sentences)}
    >
      <h2 id="crop-title">{t('settings.crop_title')}</h2>
      <div
        class="crop-frame"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture in it.
        tabIndex={0}
        role="application"
        aria-label={t('settings.crop_canvas')}
        data-crop-frame
      >
        <canvas width={FRAME} height={FRAME} />
      </div>
      <p class="field-hint">{t('settings.crop_hint')}</p>
      <label class="crop-zoom">
        <span class="field-label">{t('settings.crop_zoom')}</span>
        <input type="range" min="1" max="4" step="0.01" value="1" data-crop-zoom />
      </label>
      <progress
        class="exp-bar"
        max="1"
        value="0"
        aria-label={t('settings.crop_uploading')}
        hidden
        data-crop-progress
      />
      <p class="form-problem" role="alert" data-crop-problem />
      <div class="crop-actions">
        <button class="button" type="button" data-crop-cancel>
          {t('shell.cancel')}
        </button>
        <button class="button button-primary" type="button" data-crop-use>
          {t('settings.crop_use')}
        </button>
      </div>
    </dialog>
  );
}
