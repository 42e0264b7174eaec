import type { Screenshot } from './screenshot.ts';

export const inboxScreenshots: Screenshot[] = [
  { name: 'inbox', path: () => '/messages', as: ({ author }) => author },
  { name: 'inbox-comments', path: () => '/messages?category=comment', as: ({ admin }) => admin },
  { name: 'inbox-empty', path: () => '/messages?category=mention', as: ({ newcomer }) => newcomer },
  { name: 'inbox-banned', path: () => '/messages', as: ({ banned }) => banned },
];
