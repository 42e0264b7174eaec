/** A page of the history. Each row's words are counted from two texts, so it is short. */
export const VERSIONS_A_PAGE = 20;
/** What a version is to its post. */
export const VERSION_MARKS = ['newest', 'public', 'submitted'] as const;
export type VersionMark = (typeof VERSION_MARKS)[number];

type Post = {
  status: string;
  version: number;
  live_version: number;
  pending_version: number | null;
};

/** `public` while readers see it; `submitted` while it waits for review. */
export function marksOf(post: Post, version: number): VersionMark[] {
  const isPending = post.status === 'pending';
  const marks: [VersionMark, boolean][] = [
    ['newest', version === post.version],
    ['public', post.status === 'approved' && version === post.live_version],
    ['submitted', version === (isPending ? post.live_version : post.pending_version)],
  ];
  return marks.flatMap(([mark, has]) => (has ? [mark] : []));
}
