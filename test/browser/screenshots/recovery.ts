import type { Screenshot } from './screenshot.ts';

export const recoveryScreenshots: Screenshot[] = [
  { name: 'recovery-forgot', path: () => '/forgot' },
  { name: 'recovery-sent', path: () => '/forgot/sent' },
  { name: 'recovery-reset', path: ({ signIn }) => signIn.resetPath },
  { name: 'recovery-dead-link', path: () => '/reset' },
  { name: 'recovery-verify', path: () => '/verify' },
  { name: 'recovery-unsubscribe', path: ({ signIn }) => signIn.unsubscribePath },
];
