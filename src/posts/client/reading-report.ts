const VISIBLE_MS = 5000;

/**
 * D62: reports a read after five seconds in sight or when the middle of the text passes the middle of the screen, and again
 * when the page is left, if the reader came further: whence, and how many quarters were seen. A prerendered page is not
 * visible until somebody opens it. Nothing is stored on the device.
 */
export function reportRead(article: HTMLElement, url: string): void {
  let timer: ReturnType<typeof setTimeout>;
  let deepest = 0;
  let sent = -1;
  const isPastHalf = () => {
    const { top, bottom, height } = article.getBoundingClientRect();
    const seen = Math.floor((4 * (innerHeight - top)) / height + 0.02);
    deepest = Math.max(deepest, Math.min(4, seen));
    return top + bottom < innerHeight;
  };
  const send = () => {
    clearTimeout(timer);
    isPastHalf();
    sent = deepest;
    navigator.sendBeacon(url, new URLSearchParams({ from: document.referrer, depth: `${sent}` }));
  };
  const leave = () => {
    if (sent >= 0 && deepest > sent) send();
  };
  const change = () => {
    clearTimeout(timer);
    if (document.hidden) leave();
    else if (sent < 0) timer = setTimeout(send, VISIBLE_MS);
  };
  addEventListener('scroll', () => isPastHalf() && sent < 0 && send(), { passive: true });
  document.addEventListener('visibilitychange', change);
  // Not every browser hides a page that it leaves by a link.
  addEventListener('pagehide', leave);
  change();
}
