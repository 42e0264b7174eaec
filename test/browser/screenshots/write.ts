import type { Page } from 'playwright-core';
import { paste } from '../journeys/editor-page.ts';
import type { Screenshot } from './screenshot.ts';

const ready = (page: Page) => page.locator('#write[data-ready]').waitFor();
const body = (page: Page) => page.locator('#write-body');

export const writeScreenshots: Screenshot[] = [
  {
    name: 'write-new',
    path: () => '/studio/write',
    as: ({ author }) => author,
    prepare: ready,
  },
  {
    name: 'write-long',
    path: ({ post }) => `/studio/write?id=${post}`,
    as: ({ author }) => author,
    prepare: ready,
  },
  {
    name: 'write-tags',
    path: ({ post }) => `/studio/write?id=${post}`,
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      await page.locator('#write-tags').pressSequentially('数');
      await page.getByRole('option').first().waitFor();
    },
  },
  {
    name: 'write-draft',
    path: ({ draft }) => `/studio/write?id=${draft}`,
    as: ({ author }) => author,
    prepare: ready,
  },
  {
    name: 'write-submit',
    path: ({ draft }) => `/studio/write?id=${draft}`,
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      await page.locator('#write-publish').click();
      await page.locator('#submit-dialog[open] .post-card-title').waitFor();
      await page.locator('#submit-dialog .submit-later summary').click();
    },
  },
  {
    name: 'write-approved-ahead',
    path: ({ approvedAhead }) => `/studio/write?id=${approvedAhead}`,
    as: ({ author }) => author,
  },
  {
    name: 'write-rejected',
    path: ({ rejected }) => `/studio/write?id=${rejected}`,
    as: ({ author }) => author,
    prepare: ready,
  },
  {
    name: 'write-pending',
    path: ({ pending }) => `/studio/write?id=${pending}`,
    as: ({ author }) => author,
  },
  {
    name: 'write-locked',
    path: ({ locked }) => `/studio/write?id=${locked}`,
    as: ({ author }) => author,
  },
  {
    name: 'write-newcomer',
    path: () => '/studio/write',
    as: ({ newcomer }) => newcomer,
    prepare: async (page) => {
      await ready(page);
      await page.locator('#write-title').fill('第一次来，先打个招呼');
      await body(page).pressSequentially('大家好。');
      await page.locator('#write-save-status[data-kind="saved"]').waitFor();
    },
  },
  {
    name: 'write-slash',
    path: ({ draft }) => `/studio/write?id=${draft}`,
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      await body(page).focus();
      // Changes nothing on the server.
      await page.route('**/api/studio/posts/*', () => {});
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Enter');
      await page.keyboard.type('/');
      await page.locator('#slash-menu:not([hidden])').waitFor();
    },
  },
  {
    name: 'write-table',
    path: ({ post }) => `/studio/write?id=${post}`,
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      await body(page).locator('td').first().click();
      await page.locator('#table-tools:not([hidden])').waitFor();
      await body(page).locator('.formula-view-block math').waitFor();
    },
  },
  {
    name: 'write-markdown',
    path: () => '/studio/write',
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      // Changes nothing on the server.
      await page.route('**/api/studio/posts', () => {});
      await paste(body(page), {
        'text/plain': '## 一节\n\n- [x] 读完\n- [ ] 写信\n\n光速[^1]是 $c$。\n\n[^1]: 很快',
      });
      await page.locator('.paste-toast').waitFor();
      await body(page).locator('.formula-view math').waitFor();
    },
  },
  {
    name: 'write-markdown-menu',
    path: ({ draft }) => `/studio/write?id=${draft}`,
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      await page.locator('[popovertarget="markdown-menu"]').click();
      await page.locator('#markdown-menu:popover-open').waitFor();
    },
  },
  {
    name: 'write-note',
    path: ({ post }) => `/studio/write?id=${post}`,
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      await body(page).locator('.note-view').first().click();
      await page.locator('#note-dialog[open]').waitFor();
    },
  },
  {
    name: 'write-formula',
    path: ({ post }) => `/studio/write?id=${post}`,
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      await body(page).locator('.formula-view-block').click();
      await page.locator('#formula-preview math').waitFor();
    },
  },
  {
    name: 'write-pictures',
    path: () => '/studio/write',
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      // One is being fetched, one cannot be; changes nothing on the server.
      await page.route('**/api/studio/posts', (route) =>
        route.fulfill({ json: { id: 1, version: 1 } }),
      );
      await page.route('**/api/studio/posts/*', () => {});
      await page.route('**/api/uploads/fetch', (route) => {
        if (route.request().postData()?.includes('gone'))
          void route.fulfill({
            status: 422,
            contentType: 'application/problem+json',
            json: { code: 'picture_unreachable' },
          });
      });
      await paste(body(page), {
        'text/html':
          '<p>从旧博客搬来的一篇，照片还在那边。</p><p><img src="https://blog.example/gone.jpg" alt="雨后的巷口"></p><figure><img src="https://blog.example/photos/window.jpg"><figcaption>窗外的灯，一直亮到很晚</figcaption></figure><p>完。</p>',
      });
      await page.locator('.missing-view[data-state="failed"]').waitFor();
    },
  },
  {
    name: 'write-link',
    path: ({ post }) => `/studio/write?id=${post}`,
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      await body(page).locator('p').first().click();
      await page.keyboard.press('Control+k');
      await page.locator('#link-dialog[open]').waitFor();
    },
  },
  {
    name: 'write-conflict',
    path: ({ draft }) => `/studio/write?id=${draft}`,
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      // As if another window had saved; changes nothing on the server.
      await page.route('**/api/studio/posts/*', (route) =>
        route.fulfill({
          status: 409,
          contentType: 'application/problem+json',
          json: {
            code: 'stale_version',
            current_version: 9,
            current: {
              title: '写了一半：关于等待',
              summary: '',
              body: '<p>写了一半：关于等待。在另一台电脑上改过的一段。</p><p>如果你也有类似的经历，欢迎在评论里说说。没有标准答案，只有各自走过的路。</p>',
            },
          },
        }),
      );
      await body(page).focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('Written here.');
      await page.keyboard.press('Control+s');
      await page.locator('#conflict-dialog[open]').waitFor();
    },
  },
  {
    name: 'write-language',
    path: ({ post }) => `/studio/write?id=${post}`,
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      await page.locator('.code-language').click();
      await page.locator('#language-dialog[open]').waitFor();
    },
  },
  {
    name: 'write-changes',
    path: ({ revised }) => `/studio/write?id=${revised}`,
    as: ({ author }) => author,
    prepare: async (page) => {
      await ready(page);
      await page.locator('#write-changes').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'write-preview',
    path: ({ draft }) => `/studio/preview?id=${draft}`,
    as: ({ author }) => author,
  },
];
