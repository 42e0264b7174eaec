import { readTexts } from './texts.ts';

/** Shows the seconds until the next try, then removes the box. Loaded when needed, because few readers wait. */
export function countDown(box: HTMLElement, seconds: number): void {
  const end = Date.now() + seconds * 1000;
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    if (!box.isConnected) return;
    if (left > 0) {
      box.textContent = readTexts().wait.replace('{seconds}', String(left));
      setTimeout(tick, 1000);
    } else box.remove();
  };
  tick();
}
