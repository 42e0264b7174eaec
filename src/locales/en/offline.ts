import { POSTS_MAX } from '../../offline/rules.ts';
import type { offline as zh } from '../zh-CN/offline.ts';

export const offline: typeof zh = {
  title: 'Read offline',
  heading: 'This page cannot be opened now',
  lead: 'You are offline, or the site cannot be reached.',
  some: `The posts you read last on this device, up to ${POSTS_MAX}, still open:`,
  empty: 'There is nothing on this device to read offline yet.',
  empty_hint:
    'Posts that you open with a connection stay here, until you stop recording what you read or log out.',
  retry: 'Try again',
  needs_scripts: 'Posts can be read offline only with JavaScript.',
};
