/** Runs in the browser, in development only: `bundles.ts` adds its import to the scripts of the pages. */
const events = new EventSource('/dev/events');

events.addEventListener('page', () => location.reload());

events.addEventListener('style', () => {
  for (const old of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')) {
    const url = new URL(old.href);
    url.search = String(Date.now());
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', href: url.href });
    // Removed only then: a page without its style sheet would flash.
    link.addEventListener('load', () => old.remove());
    old.after(link);
  }
});
