import { GiftForm } from '../../energizing/views/gift-form.tsx';
import { FavoriteToggle } from '../../favorites/views/favorite-button-toggle.tsx';
import { FollowToggle } from '../../follows/views/follow-toggle.tsx';
import { ReactionToggles } from '../../reactions/views/reaction-toggles.tsx';
import { mountIslands } from '../../ui/client/islands.ts';
import { ShareMenu } from '../views/share-menu.tsx';
import { openPictures } from './reading-pictures.ts';
import { addTitleTransitions } from './reading-transition.ts';

/** Makes posts and lists of posts interactive. */
mountIslands({
  'favorite-button': FavoriteToggle,
  'follow-button': FollowToggle,
  'gift-form': GiftForm,
  reactions: ReactionToggles,
  'share-menu': ShareMenu,
});
addTitleTransitions();

const article = document.querySelector<HTMLElement>('[data-article]');
if (article) {
  const { code, image } = JSON.parse(article.dataset['words'] ?? '{}');
  openPictures(image);
  // Later than anything that the reader waits for.
  setTimeout(async () => (await import('./history-storage.ts')).storePost(), 1000);
  const { reads } = article.dataset;
  // Loaded apart: what it measures begins when somebody reads.
  if (reads)
    void import('./reading-report.ts').then(({ reportRead }) => reportRead(article, reads));
  // Loaded only for texts with code.
  if (article.querySelector('.listing-head'))
    void import('./reading-code.ts').then(({ enhanceCode }) => enhanceCode(article, code));
  // Loaded only where the outline is visible: on wide screens.
  if (matchMedia('(min-width: 75rem)').matches)
    void import('./reading-outline.ts').then(({ followOutline }) => followOutline(article));
}
// Lists of members append rows without a page load.
document.addEventListener('appended', () => mountIslands({ 'follow-button': FollowToggle }));
