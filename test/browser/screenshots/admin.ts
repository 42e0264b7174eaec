import type { Page } from 'playwright-core';
import type { Community } from '../seed.ts';
import type { Screenshot } from './screenshot.ts';

const asAdmin = ({ admin }: Community) => admin;
const asOwner = ({ owner }: Community) => owner;

export const adminScreenshots: Screenshot[] = [
  { name: 'admin-queue', as: asAdmin, path: () => '/admin/queue' },
  { name: 'admin-invitations', as: asAdmin, path: () => '/admin/invitations' },
  {
    name: 'admin-queue-open',
    as: asAdmin,
    path: () => '/admin/queue',
    prepare: openFirst,
  },
  {
    name: 'admin-queue-report',
    as: asAdmin,
    path: () => '/admin/queue?kind=report',
    prepare: openFirst,
  },
  {
    name: 'admin-queue-profile',
    as: asAdmin,
    path: () => '/admin/queue?kind=profile',
    prepare: openFirst,
  },
  {
    name: 'admin-queue-held',
    as: asAdmin,
    path: () => '/admin/queue?kind=comment',
    prepare: openFirst,
  },
  {
    name: 'admin-queue-preview',
    as: asAdmin,
    path: () => '/admin/queue',
    prepare: async (page) => {
      for (const box of await page.locator('[data-select]').all()) await box.check();
      await page.locator('.review-list-head button').click();
      await page.locator('.staff-preview').waitFor();
    },
  },
  {
    name: 'admin-queue-appeal',
    as: asAdmin,
    path: () => '/admin/queue?kind=appeal',
    prepare: async (page) => {
      await page.locator('.review-title').first().click();
      await page.locator('.review-decisions').waitFor();
    },
  },
  {
    name: 'post-staff',
    as: asAdmin,
    path: ({ post }) => `/posts/${post}`,
    prepare: (page) => page.locator('[popovertarget=staff-lock]').click(),
  },
  {
    name: 'space-staff',
    as: asAdmin,
    path: ({ author }) => `/space/${author.uid}`,
    prepare: (page, { author }) => page.locator(`[popovertarget=more-${author.uid}]`).click(),
  },
  {
    name: 'admin-wave',
    as: asAdmin,
    path: () => `/admin/wave?q=${encodeURIComponent('路过')}&hours=168`,
  },
  { name: 'admin-notes', as: asAdmin, path: ({ author }) => `/admin/notes/${author.uid}` },
  { name: 'report-post', as: asAdmin, path: ({ post }) => `/report/post/${post}` },
  { name: 'admin-posts', as: asAdmin, path: () => '/admin/posts' },
  { name: 'admin-post', as: asAdmin, path: ({ pending }) => `/admin/posts?post=${pending}` },
  { name: 'admin-post-edit', as: asAdmin, path: ({ edited }) => `/admin/posts?post=${edited}` },
  {
    name: 'admin-post-edit-side',
    as: asAdmin,
    path: ({ edited }) => `/admin/posts?post=${edited}&view=side`,
  },
  { name: 'admin-post-draft', as: asAdmin, path: ({ draft }) => `/admin/posts?post=${draft}` },
  {
    name: 'admin-post-approved-ahead',
    as: asAdmin,
    path: ({ approvedAhead }) => `/admin/posts?post=${approvedAhead}`,
  },
  {
    name: 'admin-post-reject',
    as: asAdmin,
    path: ({ pending }) => `/admin/posts?post=${pending}`,
    prepare: (page) => page.locator('[popovertarget=reject]').click(),
  },
  {
    name: 'admin-post-locked',
    as: asAdmin,
    path: ({ locked }) => `/admin/posts?status=locked&post=${locked}`,
  },
  {
    name: 'admin-post-public',
    as: asAdmin,
    path: ({ post }) => `/admin/posts?status=approved&post=${post}`,
  },
  {
    name: 'admin-post-picture',
    as: asAdmin,
    path: ({ post }) => `/admin/posts?status=approved&post=${post}`,
    prepare: (page) => page.locator('[popovertarget^=picture-]').first().click(),
  },
  {
    name: 'admin-comments',
    as: asAdmin,
    path: () => `/admin/comments?q=${encodeURIComponent('聚合点赞')}`,
  },
  {
    name: 'admin-comments-remove',
    as: asAdmin,
    path: () => '/admin/comments',
    prepare: (page) => page.locator('[popovertarget^=remove-]').first().click(),
  },
  {
    name: 'admin-tags',
    as: asAdmin,
    path: () => '/admin/tags',
    prepare: (page) => page.locator('.staff-card summary').first().click(),
  },
  { name: 'admin-users', as: asAdmin, path: () => '/admin/users' },
  { name: 'admin-users-owner', as: asOwner, path: () => '/admin/users' },
  {
    name: 'admin-users-ban',
    as: asOwner,
    path: ({ reader }) => `/admin/users?q=${reader.uid}`,
    prepare: async (page, { reader }) => {
      await page.locator(`[popovertarget=more-${reader.uid}]`).click();
      await page.locator(`[popovertarget=ban-${reader.uid}]`).click();
    },
  },
  {
    name: 'admin-users-avatar',
    as: asOwner,
    path: () => '/admin/users',
    prepare: async (page, { indebted }) => {
      await page.locator(`[popovertarget=more-${indebted.uid}]`).click();
      await page.locator(`[popovertarget=avatar-${indebted.uid}]`).click();
    },
  },
  {
    name: 'admin-users-menu',
    as: asOwner,
    path: () => '/admin/users',
    prepare: (page, { indebted }) => page.locator(`[popovertarget=more-${indebted.uid}]`).click(),
  },
  { name: 'admin-users-none', as: asAdmin, path: () => '/admin/users?q=no-such-member' },
  { name: 'admin-profile-changes', as: asAdmin, path: () => '/admin/profile-changes' },
  { name: 'admin-energy', as: asOwner, path: () => '/admin/energy' },
  {
    name: 'admin-energy-preview',
    as: asOwner,
    path: () => '/admin/energy',
    prepare: (page, { author, reader, indebted }) =>
      preview(page, `${author.uid}, ${reader.uid} ${indebted.uid}`, '-5'),
  },
  {
    name: 'admin-energy-unknown',
    as: asOwner,
    path: () => '/admin/energy',
    prepare: (page, { author }) => preview(page, `${author.uid} 987654`, '10'),
  },
  { name: 'admin-energy-logs', as: asAdmin, path: () => '/admin/energy-logs' },
  { name: 'admin-audit-log', as: asAdmin, path: () => '/admin/audit-log' },
  { name: 'admin-health', as: asOwner, path: () => '/admin/health' },
  { name: 'admin-integrity', as: asOwner, path: () => '/admin/integrity' },
  { name: 'admin-webhooks', as: asOwner, path: () => '/admin/webhooks' },
  {
    name: 'admin-webhook',
    as: asOwner,
    path: () => '/admin/webhooks',
    prepare: async (page) => {
      await page.locator('#url').fill('https://hooks.example.org/lamplight');
      await page.locator('input[value="post.published"]').check();
      await page.locator('main button[type=submit]').last().click();
      await page.locator('main input[readonly]').waitFor();
    },
  },
  { name: 'admin-site-settings', as: asOwner, path: () => '/admin/site-settings' },
  {
    name: 'admin-forbidden',
    as: asAdmin,
    path: () => '/admin/site-settings',
    status: 403,
  },
];

async function openFirst(page: Page): Promise<void> {
  await page.locator('.review-title').first().click();
  await page.locator('.review-decisions').waitFor();
}

async function preview(page: Page, uids: string, amount: string): Promise<void> {
  await page.locator('#uids').fill(uids);
  await page.locator('#amount').fill(amount);
  await page.locator('#reason').fill('元宵灯会的礼物');
  await page.locator('.energy-adjust button[type=submit]').click();
  await page.locator('.energy-preview').waitFor();
}
