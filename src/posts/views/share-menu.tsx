import { Copy, Share2 } from 'lucide-static';
import { useRef } from 'preact/hooks';
import type { Locale, Messages } from '../../platform/i18n.ts';
import { toast } from '../../ui/client/toast.ts';
import { Icon } from '../../ui/icons.tsx';
import { createSectionTranslate } from '../../ui/translations.ts';

type ShareMenuProps = {
  url: string;
  title: string;
  words: Messages['reading']['share'];
  locale: Locale;
};

/**
 * Opens the share sheet of a phone, or copies the link. If the browser allows neither (no scripts, or a site without
 * https), the button opens a popover with the link.
 */
export function ShareMenu({ url, title, words, locale }: ShareMenuProps) {
  const t = createSectionTranslate(words, locale);
  const box = useRef<HTMLInputElement>(null);

  function share(event: Event): void {
    if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
      event.preventDefault();
      // Closing the sheet rejects the promise; that is not an error.
      navigator.share({ title, url }).catch(() => undefined);
    } else if (navigator.clipboard) {
      event.preventDefault();
      navigator.clipboard.writeText(url).then(
        () => toast(t('copied')),
        () => document.getElementById('share')?.togglePopover(),
      );
    }
  }

  return (
    <>
      <button class="action" type="button" popovertarget="share" title={t('share')} onClick={share}>
        <Icon of={Share2} />
        <span class="action-label">{t('share')}</span>
      </button>
      <div id="share" popover="auto" class="popover share" onToggle={() => box.current?.select()}>
        <label class="field">
          <span class="field-label">
            <Icon of={Copy} size={14} /> {t('link')}
          </span>
          <input ref={box} class="input" type="text" readOnly value={url} />
        </label>
      </div>
    </>
  );
}
