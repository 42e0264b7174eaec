/** Marks the current section in the outline: the last one whose heading is in or above the upper third. */
export function followOutline(article: HTMLElement): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('.post-outline-link')].map((link) => [
      link.hash.slice(1),
      link,
    ]),
  );
  const headings = [...article.querySelectorAll<HTMLElement>('h2[id], h3[id]')].filter(({ id }) =>
    links.has(id),
  );
  if (headings.length === 0) return;

  const mark = () => {
    const line = innerHeight / 3;
    const current =
      headings.findLast((heading) => heading.getBoundingClientRect().top <= line) ?? headings[0];
    for (const [id, link] of links) {
      if (id === current?.id) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  let isScheduled = false;
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    requestAnimationFrame(() => {
      isScheduled = false;
      mark();
    });
  };
  addEventListener('scroll', schedule, { passive: true });
  addEventListener('resize', schedule, { passive: true });
  mark();
}
