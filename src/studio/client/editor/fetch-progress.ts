import { element, textButton } from './elements.ts';
import type { ForeignPictures } from './fetch-pictures.ts';
import type { Translate } from './translate.ts';

/** One line above the text while pictures are being fetched, with a button to stop. */
export function showFetchProgress(
  surface: HTMLElement,
  pictures: ForeignPictures,
  t: Translate,
): void {
  const line = element('div', 'fetch-progress');
  line.hidden = true;
  const words = document.createElement('span');
  words.setAttribute('role', 'status');
  const bar = element('progress', 'image-progress');
  const stop = textButton(t('fetching_cancel'), () => pictures.stop());
  line.append(words, bar, stop);
  surface.before(line);

  pictures.watch(() => {
    const progress = pictures.progress();
    line.hidden = !progress;
    if (!progress) return;
    const { done, count } = progress;
    bar.max = count;
    bar.value = done;
    words.textContent = t('fetching', { done, count });
    bar.setAttribute('aria-label', words.textContent);
  });
}
