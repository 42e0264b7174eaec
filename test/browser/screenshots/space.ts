import type { Screenshot } from './screenshot.ts';

export const spaceScreenshots: Screenshot[] = [
  {
    name: 'space-own',
    path: ({ author }) => `/space/${author.uid}`,
    as: ({ author }) => author,
  },
  {
    name: 'space-own-filtered',
    path: ({ author }) => `/space/${author.uid}?status=rejected`,
    as: ({ author }) => author,
  },
  {
    name: 'space-own-empty',
    path: ({ newcomer }) => `/space/${newcomer.uid}`,
    as: ({ newcomer }) => newcomer,
  },
  {
    name: 'space-own-pending-name',
    path: ({ reader }) => `/space/${reader.uid}`,
    as: ({ reader }) => reader,
  },
  {
    name: 'space-visitor',
    path: ({ author }) => `/space/${author.uid}`,
    as: ({ reader }) => reader,
  },
  { name: 'space-visitor', path: ({ author }) => `/space/${author.uid}` },
  {
    name: 'space-banned',
    path: ({ banned }) => `/space/${banned.uid}`,
    as: ({ reader }) => reader,
  },
  {
    name: 'space-as-banned',
    path: ({ banned }) => `/space/${banned.uid}`,
    as: ({ banned }) => banned,
  },
  {
    name: 'space-ledger-energy',
    path: ({ author }) => `/space/${author.uid}?ledger=energy`,
    as: ({ author }) => author,
  },
  {
    name: 'space-ledger-exp',
    path: ({ reader }) => `/space/${reader.uid}?ledger=exp`,
    as: ({ reader }) => reader,
  },
  {
    name: 'space-followers',
    path: ({ author }) => `/space/${author.uid}?tab=followers`,
    as: ({ author }) => author,
  },
  {
    name: 'space-following',
    path: ({ reader }) => `/space/${reader.uid}?tab=following`,
    as: ({ reader }) => reader,
  },
  {
    name: 'space-followers-empty',
    path: ({ newcomer }) => `/space/${newcomer.uid}?tab=followers`,
    as: ({ newcomer }) => newcomer,
  },
  {
    name: 'space-locked-list',
    path: ({ newcomer }) => `/space/${newcomer.uid}?tab=following`,
    as: ({ reader }) => reader,
    prepare: async (page, { newcomer }) => {
      await newcomer.put('/api/space/privacy', { follows_public: false });
      await page.reload();
    },
  },
  {
    name: 'space-favorites',
    path: ({ reader }) => `/space/${reader.uid}?tab=favorites`,
    as: ({ reader }) => reader,
  },
  {
    name: 'space-favorites-new',
    path: ({ reader }) => `/space/${reader.uid}?tab=favorites`,
    as: ({ reader }) => reader,
    prepare: (page) => page.locator('[popovertarget="new-folder"]').first().click(),
  },
  {
    name: 'space-favorites-visitor',
    path: ({ reader }) => `/space/${reader.uid}?tab=favorites`,
    as: ({ author }) => author,
  },
  {
    name: 'space-favorites-empty',
    path: ({ newcomer }) => `/space/${newcomer.uid}?tab=favorites`,
    as: ({ newcomer }) => newcomer,
  },
  {
    name: 'space-settings',
    path: ({ author }) => `/space/${author.uid}?tab=settings`,
    as: ({ author }) => author,
  },
  {
    name: 'folder-own',
    path: ({ folder }) => `/folders/${folder}`,
    as: ({ reader }) => reader,
  },
  {
    name: 'folder-own-menu',
    path: ({ folder }) => `/folders/${folder}`,
    as: ({ reader }) => reader,
    prepare: (page) => page.locator('.folder-item .icon-button').first().click(),
  },
  {
    name: 'folder-own-edit',
    path: ({ folder }) => `/folders/${folder}`,
    as: ({ reader }) => reader,
    prepare: (page) => page.locator('[popovertarget="edit-folder"]').first().click(),
  },
  {
    name: 'folder-own-delete',
    path: ({ folder }) => `/folders/${folder}`,
    as: ({ reader }) => reader,
    prepare: (page) => page.locator('[popovertarget="delete-folder"]').first().click(),
  },
  { name: 'folder-visitor', path: ({ folder }) => `/folders/${folder}` },
  {
    name: 'folder-picker',
    path: ({ post }) => `/posts/${post}/folders`,
    as: ({ reader }) => reader,
  },
  {
    name: 'folder-picker-empty',
    path: ({ post }) => `/posts/${post}/folders`,
    as: ({ newcomer }) => newcomer,
  },
];
