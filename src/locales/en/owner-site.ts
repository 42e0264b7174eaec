import type { ownerSite as zhOwnerSite } from '../zh-CN/owner-site.ts';

/** What the owner decides about the site. */
export const ownerSite: typeof zhOwnerSite = {
  title: 'Site settings',
  lead: 'A change takes effect at once, on every page. The staff log has each of them.',
  sections: 'Groups of settings',
  group: {
    identity: 'Name and look',
    language: 'Language and time',
    people: 'Joining and publishing',
    home: 'Front page and footer',
    devices: 'Offline and notifications',
    security: 'Staff security',
  },
  group_lead: {
    identity:
      'How visitors see the site on every page, in mails, share pictures and search results.',
    language: 'For visitors who have chosen nothing themselves.',
    people: 'Who may join, who may publish, and whether posts are reviewed first.',
    home: 'An announcement on the front page, and the links at the bottom of every page.',
    devices: 'What the browsers of visitors and members may do for the site.',
    security: 'What staff accounts need.',
  },
  about: {
    name: 'Name of the site',
    description: 'Description in one sentence',
    contact: 'Contact',
    language: 'Default language',
    time_zone: 'Time zone',
    accent: 'Accent color',
    icp_number: 'ICP record number',
    police_number: 'Public security record number',
    registration: 'Who may register',
    inviters: 'Who may invite',
    publish_level: 'Level needed to publish',
    announcement: 'Announcement on the front page',
    announcement_url: 'Link of the announcement',
    links: 'Footer links',
    offline: 'Offline reading and notifications',
  },
  hint: {
    name: 'Up to 40 characters. Empty: “Lamplight”.',
    description: 'For search engines, feeds and the icon on a phone. Empty: our own sentence.',
    contact:
      'An e-mail address, a URL or a sentence. For the page about the site, and for visitors who forgot their password and get no mail.',
    language: 'For browsers that ask for no language we have. Visitors can switch at any time.',
    time_zone:
      'Times on pages and in mails are shown in it. The days of check-ins, energy, exp and statistics are always those of Beijing.',
    accent:
      'The color of buttons and links, such as #0b6b63. Empty: the default. A color that cannot be read is made darker or lighter.',
    icp_number: 'Such as 京ICP备12345678号-1: shown in the footer with a link to its register.',
    police_number:
      'Such as 京公网安备11010502030000号: shown in the footer with a link to its register.',
    inviters:
      'Who makes invitation links while registration is by invitation. The staff always can. Links are made under Settings → Security → Invitations.',
    publish_level:
      'Members below it can write drafts but not publish. A change affects later posts only. Staff can publish from Lv1.',
    announcement: 'At the top of the front page, up to 300 characters. Empty: none.',
    announcement_url: 'Optional. Starts with / on this site, or with https:// elsewhere.',
    links: 'One a line: text, space, address; up to 10. For example: About us /about',
    offline:
      'Browsers keep the public posts that were read, so that they open without a connection, and show notifications to members who ask for them. When you turn this off, browsers remove it all on their next visit, and no notification is sent.',
  },
  logo: 'Logo',
  logo_hint:
    'JPG, PNG, GIF or WebP, best a square of 512×512. The icons of browsers and phones and the logo in mails are made from it.',
  logo_pick: 'Choose a picture',
  logo_default: 'The site has the default logo.',
  logo_remove: 'Use the default logo',
  logo_no_scripts: 'Uploading a picture needs scripts. The other settings do not.',
  logo_busy: 'Making every size…',
  accent_day: 'By day',
  accent_night: 'At night',
  accent_sample: 'Buttons and links',
  accent_as_is: 'Your color can be used as it is.',
  accent_darker: 'Text in {{given}} could not be read on light pages, so {{used}} is used by day.',
  accent_lighter: 'Pages are dark at night, so {{used}} is used there.',
  registration: {
    open: 'Anybody',
    invitation: 'By invitation',
    closed: 'Nobody for now',
  },
  registration_hint: {
    open: 'An e-mail address is enough.',
    invitation: 'An invitation link is needed, whether by e-mail address or another account.',
    closed: 'Nobody can register, not even with an invitation. Members log in as before.',
  },
  offline: { on: 'On', off: 'Off' },
  languages: { zh: '简体中文', en: 'English' },
  inviters_staff: 'The staff only',
  inviters_level: 'The staff, and members from Lv{{level}}',
  level: 'Lv{{level}}',
  level_all: 'Every member',
  save: 'Save',
  wrong_links:
    'Write “text address” on each line; the address starts with / or https://; up to {{max}} lines.',
  wrong_value: 'Please check this one: it has the wrong form, or is too long.',
  wrong_color: 'Write # and six digits or letters, such as #0b6b63.',
};
