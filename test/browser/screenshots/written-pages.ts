import type { Community } from '../seed.ts';
import type { Screenshot } from './screenshot.ts';

const asOwner = ({ owner }: Community) => owner;
const asAsked = ({ asked }: Community) => asked;

export const writtenPageScreenshots: Screenshot[] = [
  { name: 'terms', path: () => '/terms' },
  { name: 'terms-old', path: () => '/terms?version=1' },
  { name: 'terms-versions', path: () => '/terms/versions' },
  { name: 'terms-changes', path: () => '/terms/changes' },
  { name: 'terms-asked', as: asAsked, path: () => '/posts' },
  { name: 'about', path: () => '/about' },
  { name: 'admin-pages', as: asOwner, path: () => '/admin/pages' },
  {
    name: 'admin-pages-terms',
    as: asOwner,
    path: () => '/admin/pages/terms',
    prepare: (page) => page.locator('#write[data-ready]').waitFor(),
  },
];
