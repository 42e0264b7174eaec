import type { Screenshot } from './screenshot.ts';

/** Without mail settings the pages of links show what to do without a link. */
export const recoveryScreenshots: Screenshot[] = [
  { name: 'recovery-forgot', path: () => '/forgot' },
  { name: 'recovery-sent', path: () => '/forgot/sent' },
  { name: 'recovery-dead-link', path: () => '/reset' },
  { name: 'recovery-verify', path: () => '/verify' },
];
