import type { PageView } from '../../platform/http/page.ts';
import { formatCompact } from '../../ui/numbers.ts';
import { Tag as StateTag } from '../../ui/tag.tsx';
import type { TagPage } from '../schema.ts';
import { FollowTag } from './follow-tag.tsx';

type TagHeadProps = {
  visit: PageView;
  tag: TagPage;
  /** Null where they are not known exactly. */
  authorCount: number | null;
  energy: number | null;
};

/** What the tag is about, its numbers, and the button that follows it. */
export function TagHead({ visit, tag, authorCount, energy }: TagHeadProps) {
  const { t, locale } = visit;
  const numbers = [
    { name: 'tags.posts', value: tag.post_count },
    { name: 'tags.authors', value: authorCount },
    { name: 'tags.followers', value: tag.follower_count },
    { name: 'tags.energy', value: energy, class: 'topic-energy' },
  ] as const;
  return (
    <header class="topic-head">
      <div>
        <h1 class="topic">{tag.name}</h1>
        {tag.blocked ? <StateTag tone="danger">{t('tags.blocked')}</StateTag> : null}
        {tag.description ? <p class="topic-about">{tag.description}</p> : null}
        <ul class="topic-numbers">
          {numbers.map(({ name, value, ...number }) =>
            value === null || (value === 0 && name !== 'tags.posts') ? null : (
              <li key={name} class={'class' in number ? number.class : undefined}>
                <b>{formatCompact(value, locale)}</b> {t(name, { count: value })}
              </li>
            ),
          )}
        </ul>
      </div>
      <FollowTag visit={visit} tag={tag} />
    </header>
  );
}
