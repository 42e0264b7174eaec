import { connect, pages } from '@lamplight/client';

const { SITE = '', EMAIL = '', PASSWORD = '' } = process.env;
const site = await connect({ url: SITE, email: EMAIL, password: PASSWORD });
const post = await site.createPost({ body: { title: '灯下漫笔', body: '<p>你好，世界。</p>' } });
await site.createComment({ path: { id: post.id }, body: { body: '写得真好。' } });
for await (const comment of pages(site.listComments, { path: { id: post.id } }))
  console.log(`${comment.author.name}: ${comment.body}`);
await site.logOut();
