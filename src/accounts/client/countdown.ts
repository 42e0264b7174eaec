import { readTexts } from '../../ui/client/texts.ts';

/** Shows how long until the next try is allowed. */
export function countDownRefusals(): void {
  for (const box of document.querySelectorAll<HTMLElement>('[data-retry-after]')) {
    const end = Date.now() + Number(box.dataset['retryAfter']) * 1000;
    delete box.dataset['retryAfter'];
    const sentence = box.querySelector('.banner-title') ?? box;
    const tick = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      if (!box.isConnected) return;
      if (left <= 0) {
        box.remove();
        return;
      }
      sentence.textContent = readTexts().wait.replace('{seconds}', String(left));
      setTimeout(tick, 1000);
    };
    tick();
  }
}
