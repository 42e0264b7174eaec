import { CHECKIN_ENERGY } from '../../levels/rules.ts';
import type { home as zh } from '../zh-CN/home.ts';

export const home: typeof zh = {
  no_owner: 'This site has no owner yet',
  no_owner_hint: 'Have the set-up token from the server log at hand. It takes a minute.',
  set_up: 'Set up the site',

  welcome: 'While somebody is awake, a lamp is lit',
  welcome_lead:
    '{{site_name}} is a place to write with care and read slowly. Every lamp below is a new post. Give a little energy to the ones you love: the more people do, the brighter they shine.',
  join: 'Write your first post',
  how_it_works: 'See how it works',
  tonight: 'Posts that shine tonight',
  fact_write: 'Write what you know',
  fact_write_text: 'What you did, measured, saw or read to the end. Not sure? Say so.',
  fact_energy: 'Energy can’t be bought',
  fact_energy_text: `A visit a day earns ${CHECKIN_ENERGY}, good writing earns more. A gift can’t be taken back, so people think first.`,
  fact_watch: 'Somebody keeps watch',
  fact_watch_text:
    'What doesn’t belong here is taken down, and every decision comes with a reason.',

  today: 'Today',
  hello_late: 'Still up, {{name}}?',
  hello_morning: 'Good morning, {{name}}',
  hello_noon: 'Good day, {{name}}',
  hello_afternoon: 'Good afternoon, {{name}}',
  hello_evening: 'Good evening, {{name}}',
  week: 'Check-ins of the last seven days',
  now: 'Now',
  checked_in: 'checked in',
  not_checked_in: 'not checked in',
  energy: 'energy',
  checked_in_today: 'Checked in today, +{{energy}}',
  exp_left: 'Energizing can still earn you {{exp}} exp today.',
  exp_full: 'You have today’s exp from energizing.',
  what_is_energy: 'What is energy?',

  rail: 'Discover',
  topics: 'Popular topics',
  all_topics: 'All',
  topic_week_one: '{{number}} post this week',
  topic_week_other: '{{number}} posts this week',
  topic_posts_one: '{{number}} post',
  topic_posts_other: '{{number}} posts',
  people: 'Authors worth following',
  wrote_one: '{{number}} post in {{days}} days',
  wrote_other: '{{number}} posts in {{days}} days',
  wrote_and_received: '{{written}}, {{energy}} energy',
  follow_somebody: 'You follow nobody yet',
  follow_somebody_hint: 'Follow a few authors or topics, and their new posts appear here.',
  or_topics: 'Or start with a topic',
  about_energy: 'How energy flows',
};
