import type { App } from '../platform/http/app-types.ts';
import { type PageView, pageViewOf, sendPage } from '../platform/http/page.ts';
import { listPosts } from '../posts/actions/read-posts.ts';
import type { PostSummary } from '../posts/schema.ts';
import { Layout } from '../ui/layout.tsx';
import { Buttons, Charging } from './styleguide/buttons.tsx';
import { Cards } from './styleguide/cards.tsx';
import { Fields } from './styleguide/fields.tsx';
import { Lamps } from './styleguide/lamps.tsx';
import { People } from './styleguide/people.tsx';
import { States } from './styleguide/states.tsx';
import { Tables } from './styleguide/tables.tsx';
import { Texts } from './styleguide/texts.tsx';

/** Every shared component in every state, for developers; only with STYLEGUIDE. */
export function styleguidePages(app: App): void {
  app.get('/styleguide', { config: { access: 'optional' } }, async (request, reply) => {
    const { items } = await listPosts(request.ctx, request.viewer, { order: 'newest' });
    return sendPage(reply, <Styleguide visit={pageViewOf(request)} posts={items.slice(0, 4)} />);
  });
}

function Styleguide({ visit, posts }: { visit: PageView; posts: PostSummary[] }) {
  return (
    <Layout visit={visit} title="Styleguide" sheets={['work']}>
      <div class="stack">
        <h1>Styleguide</h1>
        <Lamps visit={visit} />
        <Texts visit={visit} />
        <Buttons visit={visit} />
        <Charging />
        <People visit={visit} />
        <Fields />
        <Tables />
        <Cards visit={visit} posts={posts} />
        <States visit={visit} />
      </div>
    </Layout>
  );
}
