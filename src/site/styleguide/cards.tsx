import type { PageView } from '../../platform/http/page.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { PostList } from '../../posts/views/post-list.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Section } from './section.tsx';

/** Real posts, so that the cards are those of the lists. */
export function Cards({ visit, posts }: { visit: PageView; posts: PostSummary[] }) {
  return (
    <Section title="Cards">
      <PostList visit={visit} posts={posts} />
      <LoadMore t={visit.t} href="#main" />
      <LoadMore t={visit.t} href={null} />
    </Section>
  );
}
