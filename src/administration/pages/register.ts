import type { App } from '../../platform/http/app-types.ts';
import { adminCommentPages } from './comments.tsx';
import { adminEnergyPages } from './energy.tsx';
import { adminModerationPages } from './moderation.tsx';
import { adminPeoplePages } from './people.tsx';
import { adminPostPages } from './posts.tsx';
import { adminQueuePages } from './queue.tsx';
import { adminSitePages } from './site.tsx';
import { adminTagPages } from './tags.tsx';

export function adminPages(app: App): void {
  adminQueuePages(app);
  adminModerationPages(app);
  adminPostPages(app);
  adminCommentPages(app);
  adminTagPages(app);
  adminPeoplePages(app);
  adminEnergyPages(app);
  adminSitePages(app);
}
