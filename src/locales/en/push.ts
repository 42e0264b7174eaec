import type { push as zh } from '../zh-CN/push.ts';

export const push: typeof zh = {
  setting: 'Notifications on this device',
  setting_about:
    'When somebody replies to you, mentions or follows you, this device shows a notification, even when the site is not open.',
  needs_scripts: 'Notifications on the device need JavaScript.',
  unavailable: 'The owner of the site has turned this off.',
  unsupported:
    'This browser cannot show notifications. On an iPhone or iPad, first add the site to the home screen and open this page from there.',
  denied:
    'The browser does not let this site show notifications. Allow them in its settings for the site first.',
  off: 'This device shows no notifications.',
  on: 'This device shows notifications until you log out here.',
  turn_on: 'Turn on here',
  turn_off: 'Turn off',
  failed:
    'That did not work: the browser could not reach its push service. Please try again later.',
  which: 'What to show',
  group_comment: 'Comments and replies',
  group_mention: 'Mentions of me',
  group_follow: 'New followers',
  group_system: 'Messages of the site: reviews, the security of your account',
  saved: 'Saved',
  note: 'What is switched off above is not shown here either. Notifications are encrypted: the push service cannot read them.',
  others: 'and {{count}} more',
};
