import { call } from '../api.ts';
import type { Group, Words } from './suggestion-list.ts';

type Suggestions = {
  posts: { id: number; title: string }[];
  people: { uid: number; username: string; avatar_url: string | null }[];
  tags: { slug: string; name: string; posts: number }[];
};

/** Empty if the request fails: typing must go on. */
export async function loadSuggestions(
  query: string,
  words: Words,
  signal: AbortSignal,
): Promise<Group[]> {
  try {
    const address = `/api/search/suggest?q=${encodeURIComponent(query)}`;
    const { posts, people, tags } = await call<Suggestions>('GET', address, { signal });
    return [
      {
        label: words.posts,
        options: posts.map(({ id, title }) => ({ text: title, href: `/posts/${id}` })),
      },
      {
        label: words.tags,
        options: tags.map(({ slug, name }) => ({
          text: `# ${name}`,
          href: `/tags/${encodeURIComponent(slug)}`,
        })),
      },
      {
        label: words.people,
        options: people.map(({ uid, username, avatar_url }) => ({
          text: username,
          href: `/space/${uid}`,
          picture: avatar_url,
        })),
      },
    ];
  } catch {
    return [];
  }
}
