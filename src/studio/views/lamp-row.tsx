import type { ComponentChildren } from 'preact';
import type { PageView } from '../../platform/http/page.ts';
import type { PostSummary } from '../../posts/schema.ts';
import { glowOf } from '../../ui/glow.ts';
import { PostLamp } from '../../ui/post-lamp.tsx';

type LampRowProps = {
  visit: PageView;
  post: Pick<PostSummary, 'title' | 'energy'>;
  href: string;
  /** Below the title. */
  children: ComponentChildren;
};

/** An own post in a short list: its lamp, its title and one line about it. */
export function LampRow({ visit, post, href, children }: LampRowProps) {
  return (
    <div class={`studio-post glow-${glowOf(post.energy)}`}>
      <PostLamp energy={post.energy} locale={visit.locale} />
      <div class="studio-post-text">
        <a class="studio-post-link" href={href}>
          {post.title}
        </a>
        <p class="studio-post-meta">{children}</p>
      </div>
    </div>
  );
}
