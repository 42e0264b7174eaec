/** A view transition moves the title from the list to the post; the style sheet names the title of the post. */
export function addTitleTransitions(): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLElement>('.post-card-title a');
    if (!link) return;
    for (const other of document.querySelectorAll<HTMLElement>('.post-card-title')) {
      other.style.viewTransitionName = other.contains(link) ? 'post-title' : '';
    }
  });
}
