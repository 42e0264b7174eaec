import type {
  ownerPages as zhOwnerPages,
  writtenPages as zhWrittenPages,
} from '../zh-CN/written-pages.ts';

/** The pages that the owner writes, and what members accept of them. */
export const writtenPages: typeof zhWrittenPages = {
  description: '{{title}} of {{site_name}}',
  version_of: 'Version {{version}}',
  versions: 'All versions',
  current: 'Current',
  asked: 'Members must accept it',
  withdrawn: 'Taken down',
  old: 'This is an earlier version. It no longer applies.',
  to_newest: 'Read the current version',
  changes: 'What changed',
  changes_title: 'From version {{from}} to version {{to}}',
  changes_lead: 'The two versions, paragraph by paragraph.',
  asked_title: 'Please read what has changed',
  asked_lead:
    'Once you accept the new version, you can publish, comment and react again. Until then you can read as before, change your account settings, export your data or delete your account.',
  accept: 'I have read and accept it',
  refused_lead:
    'Nothing was saved yet. Please read what has changed and press “I have read and accept it”, which opens a new page. Then come back here and press “Try again”.',
  joining_before: 'By creating an account you accept: ',
  joining_after: '.',
};

/** Where the owner writes them. */
export const ownerPages: typeof zhOwnerPages = {
  title: 'Site pages',
  lead: 'What the site is and what applies here, in your words. A published page is in the footer at once, and every publication stays as a version that anybody can compare.',
  names: { about: 'About', rules: 'House rules', terms: 'Terms of use', privacy: 'Privacy' },
  hints: {
    about: 'Who runs the site, for whom, and how to get in touch.',
    rules: 'What is welcome, and what is not. Until you publish it, the default rules are shown.',
    terms: 'What the site and its members agree on.',
    privacy: 'What is collected, what for, and for how long.',
  },
  never: 'Not written yet',
  published: 'Published, version {{version}}',
  withdrawn: 'Taken down',
  edit: 'Edit',
  write: 'Write it',
  see: 'Open the page',
  languages_hint:
    'One language is enough: visitors who read another one see the one that you wrote.',
  language: { zh: '简体中文', en: 'English' },
  page_title: 'Title',
  must_accept: 'Ask the members to accept this version',
  must_accept_hint:
    'Members see what changed when they next open the site. Until they accept it, they can read but not write. Leave it off for a corrected typo. Whoever joins always accepts the current version.',
  publish: 'Publish',
  publish_again: 'Publish a new version',
  withdraw_title: 'Take the page down',
  withdraw_hint:
    'Nobody can open it then, and it leaves the footer. Its versions stay, and can be read again after you publish it again.',
  withdraw: 'Take down',
  missing_text: 'This language has a title but no text. Write both, or leave both empty.',
  missing_title: 'This language has a text but no title. Write both, or leave both empty.',
  wrong: 'Please check this: it may be too long.',
};
