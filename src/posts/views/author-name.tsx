import { LevelSeal } from '../../ui/level-seal.tsx';
import type { UserCard } from '../../users/schema.ts';

/** SPEC §2 Post, D53: the username with the uid; the default name contains it already. */
export function AuthorName({ author }: { author: UserCard }) {
  if (author.username === null) return <>{author.name}</>;
  return (
    <>
      {author.name} <span class="author-uid">({author.uid})</span>
    </>
  );
}

/** The same as a line of its own, with the level between name and uid. */
export function AuthorLine({ author }: { author: UserCard }) {
  return (
    <p class="author-line">
      <a class="article-name" href={`/space/${author.uid}`}>
        {author.name}
      </a>
      <LevelSeal level={author.level} />
      {author.username === null ? null : <span class="meta">UID {author.uid}</span>}
    </p>
  );
}
