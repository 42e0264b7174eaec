const VISIBLE_MS = 5000;

/**
 * D62: reports a read once, after five seconds in sight or when the middle of the text passes the middle of the screen.
 * A prerendered page is not visible until somebody opens it. Nothing is stored on the device.
 */
export function reportRead(article: HTMLElement, url: string): void {
  let timer: ReturnType<typeof setTimeout>;
  const done = new AbortController();
  const report = () => {
    clearTimeout(timer);
    done.abort();
    navigator.sendBeacon(url);
  };
  const restart = () => {
    clearTimeout(timer);
    if (!document.hidden) timer = setTimeout(report, VISIBLE_MS);
  };
  const measure = () => {
    const { top, bottom } = article.getBoundingClientRect();
    if (top + bottom < innerHeight) report();
  };
  document.addEventListener('visibilitychange', restart, done);
  addEventListener('scroll', measure, { signal: done.signal, passive: true });
  restart();
}
