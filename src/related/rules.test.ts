import { expect, test } from 'vitest';
import { type Candidate, rankRelated } from './rules.ts';

const POST = { id: 1, author_uid: 1, lang: 'zh' };

function candidate(id: number, more: Partial<Candidate> = {}): Candidate {
  const counts = { likes: 0, comments: 0, energy: 0 };
  return { id, author_uid: id, lang: 'zh', tag_posts: [10], text: 0, ...counts, ...more };
}

const ranked = (...candidates: Candidate[]) =>
  rankRelated(POST, candidates).map(({ related_id }) => related_id);

test.each<[string, Candidate, Candidate]>([
  ['two shared tags', candidate(2, { tag_posts: [10, 10] }), candidate(3)],
  ['a rarer tag', candidate(2, { tag_posts: [3] }), candidate(3, { tag_posts: [1000] })],
  ['a nearer text', candidate(2, { text: 0.6 }), candidate(3, { text: 0.2 })],
  ['more appreciation', candidate(2, { energy: 40 }), candidate(3, { energy: 2 })],
  [
    'the same language, though the other shares more',
    candidate(2),
    candidate(3, { lang: 'en', tag_posts: [10, 10, 10] }),
  ],
  [
    'shared tags, though the other is popular',
    candidate(2),
    candidate(3, { tag_posts: [], likes: 999 }),
  ],
  ['the newer of two alike', candidate(3), candidate(2)],
])('first comes %s', (_, first, second) => {
  expect(ranked(second, first)).toEqual([first.id, second.id]);
});

test('neither the post itself nor posts of its author are related to it', () => {
  expect(ranked(candidate(1, { author_uid: 9 }), candidate(2, { author_uid: 1 }))).toEqual([]);
});

test('one author has at most two, and a list has an end', () => {
  const ofOne = [2, 3, 4].map((id) => candidate(id, { author_uid: 7, energy: id }));
  expect(ranked(...ofOne, candidate(5))).toEqual([4, 3, 5]);
  expect(ranked(...Array.from({ length: 30 }, (_, index) => candidate(index + 2)))).toHaveLength(8);
});

test('an unknown language is like no other', () => {
  const [alike, known] = [candidate(2, { lang: null }), candidate(3)];
  const unknown = rankRelated({ ...POST, lang: null }, [alike, known]);
  expect(unknown.map(({ related_id }) => related_id)).toEqual([3, 2]);
});
