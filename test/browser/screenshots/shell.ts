import type { Screenshot } from './screenshot.ts';

export const shellScreenshots: Screenshot[] = [
  { name: 'styleguide', path: () => '/styleguide' },
  {
    name: 'not-found',
    path: () => '/nothing-here',
    as: ({ reader }) => reader,
    status: 404,
  },
  {
    name: 'menu',
    path: () => '/',
    as: ({ author }) => author,
    prepare: (page) => page.getByRole('button', { name: /林小灯/ }).click(),
  },
];
