/** Runs in the browser, in development only: `bundles.ts` adds its import to the scripts of the pages. */
const events = new EventSource('/dev/events');

events.addEventListener('page', () => location.reload());

events.addEventListener('style', () => {
  const old = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (!old) return;
  const url = new URL(old.href);
  url.search = String(Date.now());
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: url.href });
  // Removed only then: a page without any style sheet would flash.
  link.addEventListener('load', () => old.remove());
  old.after(link);
});
