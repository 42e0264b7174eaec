import type { Screenshot } from './screenshot.ts';

export const shellScreenshots: Screenshot[] = [
  { name: 'styleguide', path: () => '/styleguide' },
  {
    name: 'not-found',
    path: () => '/nothing-here',
    as: ({ reader }) => reader,
    status: 404,
  },
  { name: 'not-found-visitor', path: () => '/posts/999999', status: 404 },
  { name: 'energy-page', path: () => '/about/energy' },
  { name: 'energy-page-member', path: () => '/about/energy', as: ({ indebted }) => indebted },
  { name: 'house-rules', path: () => '/about/rules' },
  { name: 'transparency', path: () => '/transparency' },
  { name: 'first-steps', path: () => '/', as: ({ newcomer }) => newcomer },
  {
    name: 'theme-menu',
    path: () => '/about/rules',
    prepare: (page) => page.locator('[popovertarget=theme]').click(),
  },
  {
    name: 'menu',
    path: () => '/',
    as: ({ author }) => author,
    prepare: (page) => page.getByRole('button', { name: /林小灯/ }).click(),
  },
];
