/** From a list into a post the title itself moves to its place; the style sheet names the other end of the way. */
export function carryTitles(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>('.post-card-title a');
    if (!link) return;
    for (const other of document.querySelectorAll<HTMLElement>('.post-card-title')) {
      other.style.viewTransitionName = other.contains(link) ? 'post-title' : '';
    }
  });
}
