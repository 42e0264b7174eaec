import { later } from '../calendar.ts';
import type { Chance } from '../chance.ts';
import type { DemoComment, DemoMember } from '../schema.ts';
import type { Article, Deed } from './deeds.ts';

/** Since then somebody reads every post before it is public. */
export const REVIEW_FROM = -44.2;
/** How long before that a post was handed in. */
const HANDED_IN = 0.15;

type Cast = { members: DemoMember[]; owner: string; admins: string[] };

/** Every post with its place in time, the oldest first. */
export function placeArticles(members: DemoMember[], chance: Chance): Article[] {
  return members
    .flatMap((member) =>
      member.posts.map((post) => {
        const part = chance.of(`${member.key}/${post.title}`).between(0.25, 0.75);
        const until = post.deleted_days_ago === undefined ? 1 : -post.deleted_days_ago;
        return { number: 0, author: member.key, post, when: part - post.days_ago, until };
      }),
    )
    .toSorted((a, b) => a.when - b.when)
    .map((article, index) => ({ ...article, number: index + 1 }));
}

/** D25: what readers can like, answer and keep. */
export function isPublic({ post }: Article): boolean {
  return post.state === undefined || post.state === 'locked';
}

/** How each post came to be what it is: written, handed in, read by a moderator, locked, deleted. */
export function planArticles(cast: Cast, articles: Article[], lastWord: Map<Article, number>) {
  return articles.flatMap((article): Deed[] => {
    const { author, post, when, until } = article;
    const write = { kind: 'write', by: author, article } as const;
    const reason = post.reason ?? '';
    const decide = { kind: 'decide', by: moderatorOf(cast, article), article, reason } as const;
    const deeds: Deed[] = [];
    if (post.state === 'draft') deeds.push({ ...write, when, as: 'draft' });
    else if (post.state === 'pending') deeds.push({ ...write, when, as: 'submitted' });
    else if (post.state === 'rejected') {
      deeds.push({ ...write, when: when - HANDED_IN, as: 'submitted' });
      deeds.push({ ...decide, when, trigger: 'reject' });
    } else if (when < REVIEW_FROM) deeds.push({ ...write, when, as: 'public' });
    else {
      deeds.push({ ...write, when: when - HANDED_IN, as: 'submitted' });
      deeds.push({ ...decide, when, trigger: 'approve' });
    }
    if (post.state === 'locked') {
      const locked = later(lastWord.get(article) ?? when, 0.2, 0.5);
      article.until = locked;
      deeds.push({ ...decide, when: locked, trigger: 'lock' });
    }
    if (until < 1) deeds.push({ kind: 'delete', by: author, when: until, article });
    return deeds;
  });
}

/** Whoever reads the language, and nobody their own. */
function moderatorOf({ admins, owner }: Cast, { author, post }: Article): string {
  const [chinese = owner, english = owner] = admins;
  const wanted = /\p{Script=Han}/u.test(post.title) ? chinese : english;
  return wanted === author ? (admins.find((one) => one !== author) ?? owner) : wanted;
}

/** Every comment below a post, each after the one it answers and after its writer joined. */
export function planTalk(
  article: Article,
  joinedAt: (key: string) => number,
  chance: Chance,
): Deed[] {
  const deeds: Deed[] = [];
  const say = (
    comment: DemoComment,
    after: number,
    delay: number,
    parent?: DemoComment,
  ): number => {
    const from = Math.max(after, joinedAt(comment.by));
    const when = later(from, delay, chance.next());
    const answered = parent ? { parent } : {};
    deeds.push({ kind: 'comment', by: comment.by, when, article, comment, ...answered });
    let last = when;
    for (const reply of comment.replies ?? [])
      last = say(reply, last, chance.between(0.02, 0.4), comment);
    return last;
  };
  let after = article.when;
  for (const comment of article.post.comments) {
    // Most are said at once; now and then somebody finds the post weeks later.
    const delay = chance.hits(0.12) ? chance.between(5, 30) : chance.between(0.02, 0.9);
    say(comment, after, delay);
    after += Math.min(delay, 1);
    after = Math.min(after, 0.9);
  }
  return deeds;
}
