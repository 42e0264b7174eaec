import type { Registry } from 'prom-client';
import type { Backlog } from '../db/backlog.ts';
import { exportSiteGauges } from './site-gauges.ts';

type Texts = { name: string; help: string };

const BACKLOGS = {
  mail: {
    waiting: {
      name: 'lamplight_mails_unsent',
      help: 'Mails that wait to be sent, counted up to 10 000',
    },
    oldest: {
      name: 'lamplight_mails_oldest_seconds',
      help: 'How long the oldest of them has waited, retries included',
    },
  },
  /** Changed posts that search, tags and related posts do not know yet. */
  'post changes': {
    waiting: {
      name: 'lamplight_post_changes_waiting',
      help: 'Changes of posts that wait for a worker, counted up to 10 000',
    },
    oldest: {
      name: 'lamplight_post_changes_oldest_seconds',
      help: 'How long the oldest of them has waited',
    },
  },
  'scheduled posts': {
    waiting: {
      name: 'lamplight_scheduled_posts_overdue',
      help: 'Posts whose time has come and that no worker has published yet, counted up to 10 000',
    },
    oldest: {
      name: 'lamplight_scheduled_posts_oldest_seconds',
      help: 'How late the oldest of them is',
    },
  },
  /** D70. */
  webhooks: {
    waiting: {
      name: 'lamplight_webhook_deliveries_late',
      help: 'Deliveries of webhooks that should have been tried by now, counted up to 10 000',
    },
    oldest: {
      name: 'lamplight_webhook_deliveries_late_seconds',
      help: 'How late the oldest of them is',
    },
  },
  /** To the push services of browsers. */
  pushes: {
    waiting: {
      name: 'lamplight_push_messages_late',
      help: 'Messages to browsers that should have been sent by now, counted up to 10 000',
    },
    oldest: {
      name: 'lamplight_push_messages_late_seconds',
      help: 'How late the oldest of them is',
    },
  },
} satisfies Record<string, { waiting: Texts; oldest: Texts }>;

export function measureBacklog(
  registry: Registry,
  kind: keyof typeof BACKLOGS,
  read: () => Promise<Backlog>,
): void {
  const { waiting, oldest } = BACKLOGS[kind];
  exportSiteGauges(registry, kind, read, [
    { ...waiting, samples: (backlog) => [{ value: backlog.waiting }] },
    { ...oldest, samples: (backlog) => [{ value: backlog.oldest_seconds }] },
  ]);
}
