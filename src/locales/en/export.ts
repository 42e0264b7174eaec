import { ENDED_SESSION_DAYS } from '../../accounts/rules.ts';
import type { exported as source } from '../zh-CN/export.ts';

export const exported: typeof source = {
  title: 'Your data on Lamplight',
  lead: 'This is all your data on {{site}}, as of {{at}} (Beijing time).',
  inside: 'What is in it',
  files: {
    account: 'your account, public profile, level, energy and settings',
    'profile-changes': 'every name or tagline change you requested, and its result',
    devices: `the devices you logged in on: IP, browser, note and times (gone ${ENDED_SESSION_DAYS} days after signing out)`,
    'security-events': 'password changes, account deletion and restore, and similar events',
    posts: 'your posts as last saved, their status and how many reactions they have',
    'post-versions': 'every time a post was saved',
    'post-counts': 'likes, comments, favorites and energy of your posts, day by day',
    'post-reads': 'reads of your posts, day by day; nothing about the readers is stored',
    comments: 'your comments and replies, deleted ones too',
    'comment-versions': 'the texts that your edits replaced in your comments, for 30 days',
    mentions: 'the comments in which others mention you',
    reactions: 'posts you liked and disliked (none: undone)',
    'comment-likes': 'comments you liked',
    following: 'people you follow (following false: no longer)',
    'followed-tags': 'topics you follow',
    followers: 'people who follow you',
    folders: 'your folders',
    favorites: 'the posts in each folder',
    energy: 'every change of your energy, with the balance after it',
    energized: 'the energy you gave to posts',
    experience: 'every gain of exp',
    'check-ins': 'the days you checked in',
    tasks: 'first-time tasks you completed',
    messages: 'the messages you got',
    'staff-decisions': 'what the staff decided about your account, posts and comments, and why',
    pictures: 'a list of the pictures you uploaded',
  },
  pictures: 'the pictures you uploaded; /uploads/… in a post is pictures/… here',
  outside: 'What is not in it',
  outside_about:
    'No password and nothing to log in with. Nothing that belongs to others, neither their words nor their addresses and names: people appear as a uid, and who disliked or saved your posts is not included.',
  reading: 'How to read it',
  reading_about:
    'The JSON files are UTF-8 text with one entry on a line, for any editor. Times are UTC, days are days in Beijing. Of what changed while the file was being made, some may be in it and some not.',
};
