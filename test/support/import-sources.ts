import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export function writeFiles(directory: string, files: Record<string, string | Buffer>): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(directory, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
}

export function ghostExport(posts: Record<string, unknown>[]): string {
  const rows = posts.map((post, index) => ({
    id: `5f0000000000000000000${String(index).padStart(3, '0')}`,
    uuid: `uuid-${index}`,
    status: 'published',
    visibility: 'public',
    type: 'post',
    created_at: '2021-03-01T08:00:00.000Z',
    published_at: '2021-03-02T08:00:00.000Z',
    updated_at: '2021-03-03T08:00:00.000Z',
    ...post,
  }));
  const data = {
    users: [
      { id: 'u1', name: 'Ada', slug: 'ada', email: 'ada@old.example' },
      { id: 'u2', name: '阿文', slug: 'wen', email: 'wen@old.example' },
    ],
    tags: [
      { id: 't1', name: '读书', slug: 'reading' },
      { id: 't2', name: '#internal', slug: 'hash-internal' },
    ],
    posts: rows,
    posts_tags: rows.flatMap(({ id }) => [
      { post_id: id, tag_id: 't2', sort_order: 0 },
      { post_id: id, tag_id: 't1', sort_order: 1 },
    ]),
    posts_authors: rows.map(({ id }, index) => ({
      ...{ post_id: id, author_id: index % 2 === 0 ? 'u1' : 'u2', sort_order: 0 },
    })),
  };
  return JSON.stringify({ db: [{ meta: { version: '5.80.0' }, data }] });
}

export function discourseTopic(
  topic: Record<string, unknown> & { id: number },
  posts: Record<string, unknown>[],
): string {
  return JSON.stringify({
    ...{ slug: `topic-${topic.id}`, archetype: 'regular', visible: true, category_id: 5, tags: [] },
    ...topic,
    post_stream: {
      posts: posts.map((post, index) => ({
        ...{ id: topic.id * 100 + index, topic_id: topic.id, post_number: index + 1, post_type: 1 },
        ...{
          created_at: `2020-01-0${(index % 9) + 1}T10:00:00.000Z`,
          username: 'ada',
          name: 'Ada',
        },
        ...post,
      })),
    },
  });
}
