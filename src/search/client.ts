import {
  forgetSearches,
  readSearches,
  searchHref,
} from '../ui/client/search-field/recent-searches.ts';

/** The last searches of this device, beside the results. */
const block = document.querySelector<HTMLElement>('[data-recent]');
const searches = readSearches();
if (block && searches.length > 0) {
  block.querySelector('ul')?.append(
    ...searches.map((query) => {
      const link = document.createElement('a');
      link.href = searchHref(query);
      link.textContent = query;
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  block.querySelector('button')?.addEventListener('click', () => {
    forgetSearches();
    block.hidden = true;
  });
  block.hidden = false;
}
