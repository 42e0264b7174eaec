import { EXP_PER_ENERGY } from '../../energizing/rules.ts';
import { CHECKIN_EXP, ENERGIZE_EXP_DAILY_MAX, TASK_EXP } from '../../levels/rules.ts';
import { UPLOAD_BYTES_MAX } from '../../platform/images/limits.ts';
import { SEARCH_LEVEL } from '../../profiles/rules.ts';
import { COMMENT_IMAGE_LEVEL } from '../../uploads/rules.ts';
import type { comments as zh } from '../zh-CN/comments.ts';

const UPLOAD_MB = UPLOAD_BYTES_MAX / (1024 * 1024);

export const comments: typeof zh = {
  title: 'Comments',
  orders: 'Order of comments',
  hottest: 'Hottest',
  oldest: 'Oldest',
  newest: 'Newest',
  empty: 'No comments yet. What do you think?',
  empty_reader: 'No comments yet',
  further: 'There are comments before these',
  to_first: 'Back to the first',
  missing: 'That comment was deleted or is not visible. Here are the others.',
  more: 'More comments',
  end: 'You’ve reached the end',

  of: 'Comment by {{name}}',
  author: 'Author',
  pinned: 'Pinned',
  held: 'Held for review · only you can see it',
  pin: 'Pin',
  unpin: 'Unpin',
  edited: 'edited',
  like_of: 'Like the comment by {{name}}; likes: {{count}}',
  replied: 'replied to',
  replied_end: ': ',
  reply: 'Reply',
  reply_of: 'Reply to {{name}}',
  image_of: 'Image from {{name}}',
  open_image: 'View full size',
  expand_one: 'Show {{count}} more reply',
  expand_other: 'Show {{count}} more replies',
  expand_between: 'Show the replies in between',
  more_replies: 'More replies',
  collapse: 'Hide replies',

  report: 'Report',
  remove: 'Delete',
  remove_of: 'Delete the comment by {{name}}',
  remove_confirm: 'Delete this comment? This cannot be undone.',
  remove_confirm_thread_one:
    'Delete this comment? Its reply is deleted too. This cannot be undone.',
  remove_confirm_thread_other:
    'Delete this comment? Its {{count}} replies are deleted too. This cannot be undone.',
  remove_yes: 'Delete',
  removing: 'Comment deleted',
  removing_thread_one: 'Comment and its reply deleted',
  removing_thread_other: 'Comment and {{count}} replies deleted',
  undo: 'Undo',
  undone: 'Undone. The comment is still there.',

  edit: 'Edit',
  editing: 'Edit your comment',
  save: 'Save',
  saved: 'Your change is saved.',

  write: 'Write a comment',
  placeholder: 'What do you think?',
  replying: 'Replying to @{{name}}',
  send: 'Comment',
  send_reply: 'Reply',
  sending: 'Posting…',
  cancel: 'Cancel',
  sent: 'Your comment is posted.',
  sent_reply: 'Your reply is posted.',
  keys: '{{keys}} to post',
  used: '{{used}} / {{max}}',
  too_long: '{{over}} characters too many; the limit is {{max}}.',
  nothing: 'Write something first.',
  wait: 'Too many requests. Try again in {{seconds}} seconds; your text is kept.',

  mention: 'Mention somebody',
  people: 'Choose whom to mention',
  people_found: '{{count}} found. Use the arrow keys, Enter to choose',
  mention_needs_level: `People search opens at Lv${SEARCH_LEVEL}: {{exp}} exp to go. You can still type @name; people you follow and people in this thread are notified.`,

  image: 'Add an image',
  image_hint: `Paste, drop or choose a JPG or PNG of up to ${UPLOAD_MB} MB`,
  image_needs_level: `Images open at Lv${COMMENT_IMAGE_LEVEL}: {{exp}} exp to go`,
  level_how: 'How to level up',
  level_ways: `Check in every day for ${CHECKIN_EXP} exp. Energize other people’s posts: ${EXP_PER_ENERGY} exp for each point, up to ${ENERGIZE_EXP_DAILY_MAX} a day. An avatar, a name and a tagline are worth ${TASK_EXP} each.`,
  image_type: 'Comments take JPG or PNG images. Please choose another one.',
  image_size: `The image is larger than ${UPLOAD_MB} MB. Please make it smaller.`,
  image_single: 'One image per comment. Remove the current one first.',
  image_uploading: 'Uploading the image',
  image_wait: 'The image is still uploading. Post again in a moment.',
  image_ready: 'Image to be posted',
  image_remove: 'Remove the image',

  log_in: 'Log in to comment',
  log_in_hint: 'Something to say? You will return here after logging in.',
  register: 'Sign up',
  banned: 'Your account is banned, so you cannot comment.',
  banned_hint: 'The top of the page leads to the reason, the end, and the appeal.',
  not_public: 'Comments open once the post is public.',
};
