import { expect, test } from 'vitest';
import { createMinimalApp } from '../../../test/support/minimal-app.ts';
import type { Viewer } from '../../context.ts';
import { isPublic, isVisibleTo } from './visibility.ts';

const site = await createMinimalApp(() => {});
const author = await site.person();
const gone = await site.person();
const [member, admin, owner] = [
  await site.person(),
  await site.person({ role: 'admin' }),
  await site.person({ role: 'owner' }),
];

const ids = new Map<string, number>();
for (const [name, uid, status] of [
  ...(['draft', 'pending', 'approved', 'rejected', 'locked'] as const).map(
    (one) => [one, author.uid, one] as const,
  ),
  ['removed', author.uid, 'approved'],
  ['gone', gone.uid, 'approved'],
] as const) {
  const [row] = await site.sql(
    `insert into post (author_uid, status, title, summary, body, created_at, updated_at, published_at, locked_from, deleted_at)
     values ($1, $2, 't', '', '', now(), now(), now(), $3, $4) returning id::int`,
    [uid, status, status === 'locked' ? 'draft' : null, name === 'removed' ? new Date() : null],
  );
  ids.set(name, row?.['id'] as number);
}
await site.sql('update users set deleted_at = now() where uid = $1', [gone.uid]);

const namesOf = (rows: { id: number }[]) =>
  [...ids].filter(([, id]) => rows.some((row) => row.id === id)).map(([name]) => name);
const seenBy = async (viewer: Viewer | null) =>
  namesOf(
    await site.ctx.db.selectFrom('post').select('post.id').where(isVisibleTo(viewer)).execute(),
  );
const ALL = ['draft', 'pending', 'approved', 'rejected', 'locked'];

test.each<[string, Viewer | null, string[]]>([
  ['a visitor', null, ['approved']],
  ['a member', member, ['approved']],
  ['their author', author, ALL],
  ['an admin', admin, ALL],
  ['the owner', owner, ALL],
  ['a deleted member', gone, ['approved']],
])(
  'D25, A02 public and own posts are visible, and all posts for the staff: to %s',
  async (_, viewer, names) => {
    expect(await seenBy(viewer)).toEqual(names);
  },
);

test('D25 a public post is approved, and neither it nor its author is deleted', async () => {
  const rows = await site.ctx.db
    .selectFrom('post')
    .select('post.id')
    .where(isPublic(undefined))
    .execute();
  expect(namesOf(rows)).toEqual(['approved']);
});
