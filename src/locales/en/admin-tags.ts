import type { adminTags as zh } from '../zh-CN/admin-tags.ts';

export const adminTags: typeof zh = {
  title: 'Topics',
  lead: 'Renames, merges and blocks are recorded in the staff log and can be undone at any time.',
  search: 'Name begins with',
  list: 'Topics',
  blocked: 'Blocked',
  merged: 'Merged into “{{name}}”',
  counts: '{{posts}} posts · {{followers}} followers',
  edit: 'Change or merge',
  name: 'Name',
  description: 'Description',
  save: 'Save',
  merge_into: 'Merge into the topic',
  merge_hint: 'Its posts follow in batches, and its address leads to that topic.',
  merge: 'Merge',
  unmerge: 'Undo the merge',
  block: 'Block',
  unblock: 'Unblock',
};
