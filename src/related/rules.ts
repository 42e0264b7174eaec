/** Of each tag of a post, only so many of its newest posts are considered, however many there are. */
export const PER_TAG = 30;
/** How many are stored: more than a page shows, because some may be hidden later. */
const STORED = 8;
/** Of one author, so that a list is not only theirs. */
const PER_AUTHOR = 2;

/** Readers rarely want to change the language, so this outweighs a few shared tags. */
const SAME_LANGUAGE = 2;
/** Between equally near posts, the one that readers liked. Small: a popular post is not near everything. */
const QUALITY = 0.03;

/** A post that shares tags or words with another one. */
export type Candidate = {
  id: number;
  author_uid: number;
  lang: string | null;
  /** How many public posts each of the shared tags has. */
  tag_posts: number[];
  /** How near the text is, from 0 to 1. */
  text: number;
  likes: number;
  comments: number;
  energy: number;
};

export type RelatedPost = { related_id: number; score: number };

/** The nearest first. Posts of the same author are left out: the page lists those by themselves. */
export function rankRelated(
  post: { id: number; author_uid: number; lang: string | null },
  candidates: Candidate[],
): RelatedPost[] {
  const byAuthor = new Map<number, number>();
  return candidates
    .filter(({ id, author_uid }) => id !== post.id && author_uid !== post.author_uid)
    .map((candidate) => ({ candidate, score: nearness(post, candidate) }))
    .toSorted((a, b) => b.score - a.score || b.candidate.id - a.candidate.id)
    .filter(({ candidate }) => {
      const count = (byAuthor.get(candidate.author_uid) ?? 0) + 1;
      byAuthor.set(candidate.author_uid, count);
      return count <= PER_AUTHOR;
    })
    .slice(0, STORED)
    .map(({ candidate, score }) => ({ related_id: candidate.id, score }));
}

function nearness(post: { lang: string | null }, candidate: Candidate): number {
  const { lang, tag_posts, text, likes, comments, energy } = candidate;
  const tags = tag_posts.reduce((sum, posts) => sum + tagWeight(posts), 0);
  const language = post.lang !== null && lang === post.lang ? SAME_LANGUAGE : 0;
  return tags + text + language + QUALITY * Math.log1p(likes + comments + energy);
}

/** A rare tag tells more than a common one: of 2 posts 0.6, of 100 posts 0.2, of a million 0.07. */
function tagWeight(posts: number): number {
  return 1 / (1 + Math.log(Math.max(1, posts)));
}
