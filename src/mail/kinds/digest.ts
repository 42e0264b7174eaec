import type { MailContent, MailView } from '../rules.ts';

export type DigestPost = { id: number; title: string; author: string; text: string };
export type DigestReply = DigestPost & { post_id: number };

type Digest = { posts: DigestPost[]; replies: DigestReply[]; unsubscribe: string };

const TEXT_MAX = 160;

/** Posts first, then replies. */
export function writeDigest(view: MailView, { posts, replies, unsubscribe }: Digest): MailContent {
  const { t, link } = view;
  const sum = [
    ...(posts.length > 0 ? [t('digest.posts', { count: posts.length })] : []),
    ...(replies.length > 0 ? [t('digest.replies', { count: replies.length })] : []),
  ].join(t('digest.and'));
  const [first] = [...posts, ...replies];
  return {
    subject: t('digest.subject', { sum, title: first?.title ?? '' }),
    title: t('digest.title'),
    paragraphs: [t(posts.length > 0 ? 'digest.lead' : 'digest.lead_replies', { sum })],
    entries: [
      ...posts.map(({ id, title, author, text }) => ({
        title,
        href: link(`/posts/${id}`),
        meta: t('digest.post_by', { author }),
        text: shorten(text),
      })),
      ...replies.map(({ id, post_id, title, author, text }) => ({
        title,
        href: link(`/posts/${post_id}?comment=${id}#comments`),
        meta: t('digest.reply_by', { author }),
        text: shorten(text),
      })),
    ],
    button: { label: t('digest.open'), href: link('/?order=following') },
    footnote: t('digest.change_hint'),
    unsubscribe: { label: t('mail.unsubscribe'), href: link(unsubscribe) },
  };
}

/** By characters as people see them. */
function shorten(text: string): string {
  const characters = [...text];
  return characters.length > TEXT_MAX ? `${characters.slice(0, TEXT_MAX).join('')}…` : text;
}
