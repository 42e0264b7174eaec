import { unsubscribePath } from '../../src/digest/actions/unsubscribe.ts';
import type { DeclaredRoute } from '../../src/platform/http/app-types.ts';
import { processPostChanges } from '../../src/posts/actions/process-changes.ts';
import { updateTagsOf } from '../../src/posts/actions/update-tags.ts';
import { createStaff, publishTerms, type Staff } from './full-member.ts';
import type { World } from './world.ts';

/** Rows for every route with a parameter, and the URLs of those rows. */
export async function seedRoutes(world: World, staff?: Staff) {
  const author = await world.member({ exp: 2000, transport: 'bearer' });
  const reader = await world.member({ exp: 2000, transport: 'bearer' });
  const { admin, owner } = staff ?? (await createStaff(world));
  const post = await createdId(
    author.post('/api/studio/posts', {
      title: '灯',
      body: '<p>火 <strong>lamp</strong></p>',
      tags: ['lamp'],
    }),
  );
  const comment = await createdId(reader.post(`/api/posts/${post}/comments`, { body: '好' }));
  await reader.post(`/api/comments/${comment}/reply`, { body: '也好' });
  const folder = await createdId(reader.post('/api/folders', { name: '夜读' }));
  await reader.post(`/api/folders/${folder}/posts`, { post_id: post });
  const series = await createdId(author.post('/api/series', { title: '长夜' }));
  await author.post(`/api/series/${series}/posts`, { post_id: post });
  await reader.post(`/api/posts/${post}/like`);
  await reader.post(`/api/users/${author.uid}/follow`);
  await processPostChanges(world.ctx, [updateTagsOf]);
  await publishTerms(owner);
  const hook = { url: 'https://hooks.example.org/', events: ['report.created'] };
  const webhook = await createdId(owner.post('/api/admin/webhooks', hook));
  const [tag] = await world.sql("select id from tag where slug = 'lamp'");

  const value = (url: string, name: string): string | number => {
    if (name === 'id' && url.includes('/tags/')) return Number(tag?.['id']);
    if (name === 'id' && url.includes('/webhooks/')) return webhook;
    if (name === 'name' && url.includes('/pages/')) return 'terms';
    if (name === 'version' && url.includes('/pages/')) return 1;
    if (name === 'slug') return 'lamp';
    if (name === 'token') return `v2.5.${'a'.repeat(22)}.${'b'.repeat(43)}`;
    if (name === 'id' && url.includes('/folders/')) return folder;
    if (name === 'id' && url.includes('/series/')) return series;
    if (name === 'id' && url.includes('/comments/:id'))
      return url.includes('/admin/') ? comment : `${post}-${comment}`;
    if (name === 'id' || name === 'post_id' || name === 'postId') return post;
    if (name === 'root_id') return comment;
    if (name === 'uid') return author.uid;
    if (name === 'sid') return reader.session_id;
    if (name === 'choice') return url.startsWith('/keys') ? 'off' : url === '/lang' ? 'en' : 'dark';
    if (name === 'key') return 'audit.enabled';
    if (url.includes('/unsubscribe/'))
      return unsubscribePath(world.ctx.secrets, reader.uid).split('/').at(-1) ?? '';
    return 'lamp.svg';
  };
  return {
    author,
    reader,
    admin,
    owner,
    post,
    /** The URL of an existing row; a search gets a word that it finds. */
    addressOf: ({ url }: Pick<DeclaredRoute, 'url'>): string => {
      const path = url.replace(/:(\w+)/g, (_, name: string) => String(value(url, name)));
      if (path.endsWith('/titles')) return `${path}?ids=${post}`;
      return /\/(search|suggest)$/.test(path) ? `${path}?q=lamp` : path;
    },
  };
}

async function createdId(
  response: Promise<{ status: number; text: string; body: { id: number } }>,
) {
  const { status, text, body } = await response;
  if (status !== 201) throw new Error(`status ${status}: ${text}`);
  return body.id;
}
