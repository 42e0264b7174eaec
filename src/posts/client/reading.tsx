import { EnergizeMenu } from '../../energizing/views/energize-menu.tsx';
import { FavoriteToggle } from '../../favorites/views/favorite-button-toggle.tsx';
import { FollowToggle } from '../../follows/views/follow-toggle.tsx';
import { ReactionToggles } from '../../reactions/views/reaction-toggles.tsx';
import { mountIslands } from '../../ui/client/islands.ts';
import { ShareMenu } from '../views/share-menu.tsx';
import { openPictures } from './reading-pictures.ts';
import { carryTitles } from './reading-transition.ts';

/** Brings a post and its lists to life. */
mountIslands({
  'energize-menu': EnergizeMenu,
  'favorite-button': FavoriteToggle,
  'follow-button': FollowToggle,
  reactions: ReactionToggles,
  'share-menu': ShareMenu,
});
carryTitles();

const article = document.querySelector<HTMLElement>('[data-article]');
if (article) {
  const { code, image } = JSON.parse(article.dataset['words'] ?? '{}');
  openPictures(article, image);
  // Only where there is code.
  if (article.querySelector('.listing-head'))
    void import('./reading-code.ts').then(({ enhanceCode }) => enhanceCode(article, code));
  // Only where the outline is shown: beside the text, on a wide screen.
  if (matchMedia('(min-width: 75rem)').matches)
    void import('./reading-outline.ts').then(({ followOutline }) => followOutline(article));
}
// Members come here from lists as well, which go on without the page.
document.addEventListener('appended', () => mountIslands({ 'follow-button': FollowToggle }));
