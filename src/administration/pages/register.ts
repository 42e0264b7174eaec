import type { App } from '../../platform/http/app-types.ts';
import { adminCommentPages } from './comments.tsx';
import { adminEnergyPages } from './energy.tsx';
import { adminPeoplePages } from './people.tsx';
import { adminPostPages } from './posts.tsx';
import { adminSitePages } from './site.tsx';
import { adminTagPages } from './tags.tsx';
import { adminWordPages } from './words.tsx';

export function adminPages(app: App): void {
  adminPostPages(app);
  adminCommentPages(app);
  adminTagPages(app);
  adminWordPages(app);
  adminPeoplePages(app);
  adminEnergyPages(app);
  adminSitePages(app);
}
