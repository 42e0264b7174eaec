/** The script that a page of each kind starts with. `npm run build` bundles them. */
export const SCRIPTS = {
  site: 'src/ui/client/site.ts',
  live: 'src/live/client/live.ts',
  offline: 'src/offline/client/offline.ts',
  stored: 'src/offline/client/stored.ts',
  push: 'src/push/client/push.ts',
  reading: 'src/posts/client/reading.tsx',
  history: 'src/posts/client/history.ts',
  search: 'src/search/client.ts',
  comments: 'src/comments/client.tsx',
  joining: 'src/accounts/client/joining.ts',
  write: 'src/studio/client/write.ts',
  'site-page': 'src/studio/client/site-page.ts',
  studio: 'src/studio/client/studio.ts',
  series: 'src/series/client/arrange.ts',
  inbox: 'src/notifications/client/inbox.ts',
  settings: 'src/accounts/client/settings.ts',
  admin: 'src/administration/client.ts',
};

export type Script = keyof typeof SCRIPTS;

/** `/service-worker.js`, while the owner wants one and while not. Each becomes one file. */
export const WORKERS = {
  worker: 'src/offline/client/worker/worker.ts',
  removal: 'src/offline/client/worker/removal.ts',
};

export type Worker = keyof typeof WORKERS;

/**
 * The parts of each style sheet. Every page loads `site`; pages for members' work (settings, studio, documentation)
 * load `work` after it, and then administration `staff` and the editor `editor`. Inside a cascade layer later rules win, so the order matters.
 */
export const SHEETS = {
  site: [
    'src/ui/css/tokens.css',
    'src/ui/css/base.css',
    'src/ui/css/shell.css',
    'src/ui/css/controls.css',
    'src/ui/css/surfaces.css',
    'src/ui/css/kit.css',
    'src/ui/css/lamp.css',
    'src/ui/css/prose.css',
    'src/ui/css/prose-parts.css',
    'src/posts/css/post-card.css',
    'src/posts/css/article.css',
    'src/posts/css/missing-picture.css',
    'src/posts/css/action-bar.css',
    'src/home/home.css',
    'src/search/search.css',
    'src/tags/tags.css',
    'src/energizing/energizing.css',
    'src/comments/comments.css',
    'src/profiles/space.css',
    'src/favorites/favorites.css',
    'src/series/series.css',
    'src/accounts/joining.css',
    'src/notifications/inbox.css',
    'src/site/about.css',
  ],
  work: [
    'src/studio/studio.css',
    'src/studio/analytics.css',
    'src/transparency/transparency.css',
    'src/studio/write.css',
    'src/studio/flow.css',
    'src/series/arrange.css',
    'src/posts/css/comparison.css',
    'src/revisions/versions.css',
    'src/studio/markdown.css',
    'src/accounts/settings.css',
    'src/account-mail/email.css',
    'src/api-docs/docs.css',
  ],
  staff: [
    'src/administration/admin.css',
    'src/administration/review.css',
    'src/administration/health.css',
  ],
  editor: ['src/studio/write-tools.css', 'src/studio/missing-picture.css'],
};

export type Sheet = keyof typeof SHEETS;
