import { Copy, Share2 } from 'lucide-static';
import { useRef } from 'preact/hooks';
import type { Locale, Messages } from '../../platform/i18n.ts';
import { toast } from '../../ui/client/toast.ts';
import { Icon } from '../../ui/icons.tsx';
import { createSectionTranslate } from '../../ui/translations.ts';

type ShareMenuProps = {
  url: string;
  title: string;
  /** The path of the QR code; null if the post is not public. */
  qr: string | null;
  words: Messages['reading']['share'];
  locale: Locale;
};

/**
 * Opens the share sheet of a phone. Elsewhere, and without scripts, a popover with the link to copy and a QR code: who
 * reads on a computer sends a link to WeChat by scanning it.
 */
export function ShareMenu({ url, title, qr, words, locale }: ShareMenuProps) {
  const t = createSectionTranslate(words, locale);
  const box = useRef<HTMLInputElement>(null);

  function share(event: Event): void {
    if (typeof navigator.share !== 'function' || !matchMedia('(pointer: coarse)').matches) return;
    event.preventDefault();
    // Closing the sheet rejects the promise; that is not an error.
    navigator.share({ title, url }).catch(() => undefined);
  }

  /** Without https a browser has no clipboard; the selected link can still be copied by hand. */
  function copy(): void {
    box.current?.select();
    navigator.clipboard?.writeText(url).then(
      () => toast(t('copied')),
      () => undefined,
    );
  }

  return (
    <>
      <button class="action" type="button" popovertarget="share" title={t('share')} onClick={share}>
        <Icon of={Share2} />
        <span class="action-label">{t('share')}</span>
      </button>
      <div id="share" popover="auto" class="popover share" onToggle={() => box.current?.select()}>
        <label class="field">
          <span class="field-label">{t('link')}</span>
          <input ref={box} class="input" type="text" readOnly value={url} />
        </label>
        <button class="button button-small" type="button" onClick={copy}>
          <Icon of={Copy} size={14} />
          {t('copy')}
        </button>
        {qr ? (
          <figure class="share-qr">
            <img src={qr} alt={t('qr')} width="160" height="160" loading="lazy" />
            <figcaption class="meta">{t('scan')}</figcaption>
          </figure>
        ) : null}
      </div>
    </>
  );
}
