import type { App } from '../../platform/http/app-types.ts';
import { adminCommentPages } from './comments.tsx';
import { adminEnergyPages } from './energy.tsx';
import { adminHealthPages } from './health.tsx';
import { adminInvitationPages } from './invitations.tsx';
import { adminModerationPages } from './moderation.tsx';
import { adminWrittenPages } from './pages.tsx';
import { adminPeoplePages } from './people.tsx';
import { adminPostPages } from './posts.tsx';
import { adminQueuePages } from './queue.tsx';
import { adminSitePages } from './site.tsx';
import { adminTagPages } from './tags.tsx';
import { adminWebhookPages } from './webhooks.tsx';
import { adminWordPages } from './words.tsx';

export function adminPages(app: App): void {
  adminQueuePages(app);
  adminModerationPages(app);
  adminPostPages(app);
  adminCommentPages(app);
  adminTagPages(app);
  adminWordPages(app);
  adminWebhookPages(app);
  adminPeoplePages(app);
  adminInvitationPages(app);
  adminEnergyPages(app);
  adminSitePages(app);
  adminHealthPages(app);
  adminWrittenPages(app);
}
