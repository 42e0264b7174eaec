import type { Client } from '../support/client.ts';

type Posts = { posts: number[]; draft: number; locked: number };

/** A series with public posts, one with a draft and a locked post beside them, and one that is empty. */
export async function seedSeries(author: Client, { posts, draft, locked }: Posts): Promise<number> {
  await create(author, '以后再写', '');
  const [newest, second, third, oldest] = posts;
  await fill(author, await create(author, 'Short notes', 'Half an hour each.'), [third, draft]);
  const id = await create(
    author,
    '从零写一个社区',
    '数据库、编辑器、通知：一年里踩过的坑，按发生的顺序写下来。\n读者不需要会编程。',
  );
  await fill(author, id, [oldest, second, newest, locked]);
  return id;
}

async function create(author: Client, title: string, description: string): Promise<number> {
  const { status, text, body } = await author.post('/api/series', { title, description });
  if (status !== 201) throw new Error(`no series: ${status} ${text}`);
  return body.id;
}

async function fill(author: Client, id: number, posts: (number | undefined)[]): Promise<void> {
  for (const post_id of posts) {
    const { status, text } = await author.post(`/api/series/${id}/posts`, { post_id });
    if (status !== 200) throw new Error(`no post: ${status} ${text}`);
  }
}
