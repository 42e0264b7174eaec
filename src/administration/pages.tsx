import type { App } from '../platform/http/app-types.ts';
import { adminCommentPages } from './pages/comments.tsx';
import { adminEnergyPages } from './pages/energy.tsx';
import { adminPeoplePages } from './pages/people.tsx';
import { adminPostPages } from './pages/posts.tsx';
import { adminSitePages } from './pages/site.tsx';

/** The moderators’ desk. */
export function adminPages(app: App): void {
  adminPostPages(app);
  adminCommentPages(app);
  adminPeoplePages(app);
  adminEnergyPages(app);
  adminSitePages(app);
}
