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
