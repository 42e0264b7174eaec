import { HISTORY_MAX } from '../../posts/rules.ts';
import type { history as zh } from '../zh-CN/history.ts';

export const history: typeof zh = {
  title: 'Reading history',
  lead: `The last ${HISTORY_MAX} posts you read, stored on this device only and cleared when you log out.`,
  needs_scripts:
    'This list is stored in the browser and needs JavaScript to be shown. Without it nothing is recorded.',
  clear: 'Clear',
  stop: 'Stop recording',
  resume: 'Record again',
  failed: 'The titles did not load. Please try again later.',
  empty: 'Nothing read yet',
  empty_hint: 'Open a post, and it appears here.',
  off: 'Recording is off',
  off_hint: 'The list was cleared, and what you read from now on is not added to it.',
  read: 'Find something to read',
};
