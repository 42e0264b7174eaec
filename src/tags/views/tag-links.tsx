import { tagPath } from '../rules.ts';
import type { Tag } from '../schema.ts';

/** The `#` before the name is drawn by the style sheet, so that it is not read aloud. */
export function TagLinks({ tags }: { tags: Tag[] }) {
  return (
    <>
      {tags.map(({ slug, name }) => (
        <a key={slug} class="topic" href={tagPath(slug)}>
          {name}
        </a>
      ))}
    </>
  );
}
