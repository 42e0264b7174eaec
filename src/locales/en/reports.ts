import { NOTE_MAX, REPORT_LEVEL } from '../../reports/rules.ts';
import type { reports as zhCN } from '../zh-CN/reports.ts';

export const reports: typeof zhCN = {
  report: 'Report',
  moderate: 'Moderate',
  title: 'Report',
  lead: 'The staff will look at it and tell you the outcome. The reported member never learns who reported.',
  post: 'The post “{{title}}”',
  comment: 'A comment by {{name}}',
  user: 'The profile of {{name}}',
  upload: 'A picture',
  instead: 'Or report one picture in it:',
  picture: 'Picture {{number}}',
  reason: 'Reason',
  reasons: {
    spam: 'Advertising or flooding',
    abuse: 'Insults or harassment',
    illegal: 'Illegal content',
    privacy: 'Private information',
    copyright: 'Breach of copyright',
    other: 'Something else',
  },
  note: 'Details (optional)',
  note_hint: `At most ${NOTE_MAX} characters. Only the staff reads them.`,
  send: 'Send report',
  back: 'Back',
  before: 'You have reported this before. The staff will look at it.',
  own: 'This is your own.',
  level: `Reporting needs Lv${REPORT_LEVEL}.`,
};
