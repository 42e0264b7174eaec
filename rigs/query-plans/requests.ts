import { HEAVY_UID, HOT_POST, HOT_ROOT, HOT_TAG, STAR_UID } from './fill.ts';
import { REVISED_POST, VERSIONS } from './history.ts';
import { FULL_SERIES } from './series.ts';

/** A GET by the heavy member: its first page, and a far page if the list has one. */
export type ReadRequest = {
  route: string;
  url: string;
  /** The sort key of the last item before a far page, for its cursor. */
  far?: { sql: string; key(row: Record<string, unknown>): unknown };
};

const time = (value: unknown) => (value as Date).toISOString();
const numbers = (row: Record<string, unknown>) => Object.values(row).map(Number);
const timeAndId = (row: Record<string, unknown>) => {
  const [at, id] = Object.values(row);
  return [time(at), Number(id)];
};
const only = (row: Record<string, unknown>) => Number(Object.values(row)[0]);

/** Every GET that reads members' content; `depth` is the offset of the far pages. */
export function listRequests(depth: number): ReadRequest[] {
  const page = (sql: string) => `${sql} offset ${depth} limit 1`;
  const publicPosts = "from post where status = 'approved' and deleted_at is null";
  return [
    {
      route: '/api/posts',
      url: '/api/posts',
      far: {
        sql: page(`select published_at, id ${publicPosts} order by published_at desc, id desc`),
        key: timeAndId,
      },
    },
    {
      route: '/api/posts',
      url: '/api/posts?order=hot',
      far: {
        sql: page('select score, post_id from post_hot_score order by score desc, post_id desc'),
        key: numbers,
      },
    },
    {
      route: '/api/posts',
      url: '/api/posts?order=following',
      far: {
        sql: page(
          `select published_at, id ${publicPosts} and author_uid in
            (select followed_uid from user_follow where follower_uid = ${HEAVY_UID} and following)
            order by published_at desc, id desc`,
        ),
        key: timeAndId,
      },
    },
    { route: '/api/posts', url: `/api/posts?author=${HEAVY_UID}` },
    { route: '/api/tags', url: '/api/tags' },
    { route: '/api/tags/suggest', url: '/api/tags/suggest?q=tag' },
    { route: '/api/tags/suggest', url: '/api/tags/suggest?q=t' },
    { route: '/api/tags/:slug', url: `/api/tags/${HOT_TAG}` },
    {
      route: '/api/tags/:slug/posts',
      url: `/api/tags/${HOT_TAG}/posts`,
      far: {
        sql: page(
          `select published_at, post_id from post_tag where tag_id = 1 order by published_at desc, post_id desc`,
        ),
        key: timeAndId,
      },
    },
    {
      route: '/api/posts',
      url: '/api/posts?lang=en',
      far: {
        sql: page(
          `select published_at, id ${publicPosts} and lang = 'en' order by published_at desc, id desc`,
        ),
        key: timeAndId,
      },
    },
    { route: '/api/tags/:slug/posts', url: `/api/tags/${HOT_TAG}/posts?order=hot` },
    { route: '/api/tags/:slug/posts', url: `/api/tags/${HOT_TAG}/posts?lang=en` },
    { route: '/api/tags/:slug/posts', url: `/api/tags/${HOT_TAG}/posts?order=hot&lang=en` },
    // A language of few posts.
    { route: '/api/posts', url: '/api/posts?lang=fr' },
    { route: '/api/posts', url: '/api/posts?lang=fr&order=hot' },
    { route: '/api/posts/:id', url: `/api/posts/${HOT_POST}` },
    { route: '/api/posts/titles', url: `/api/posts/titles?ids=${HOT_POST},1,2,3,4,5,6,7,8,9` },
    { route: '/api/posts/:id/reaction', url: `/api/posts/${HOT_POST}/reaction` },
    { route: '/api/posts/:id/folder-status', url: `/api/posts/${HOT_POST}/folder-status` },
    {
      route: '/api/posts/:id/comments',
      url: `/api/posts/${HOT_POST}/comments`,
      far: {
        sql: page(
          `select id from comment where post_id = ${HOT_POST} and root_id is null and deleted_at is null order by id desc`,
        ),
        key: only,
      },
    },
    {
      route: '/api/posts/:id/comments',
      url: `/api/posts/${HOT_POST}/comments?order=hottest`,
      far: {
        sql: page(
          `select 'hottest', -(likes + 2 * replies) as rank, comment_id from comment_count where post_id = ${HOT_POST} and listed order by rank, comment_id`,
        ),
        key: (row) => Object.values(row),
      },
    },
    {
      route: '/api/posts/:id/comments/:root_id/replies',
      url: `/api/posts/${HOT_POST}/comments/${HOT_ROOT}/replies`,
      far: {
        sql: page(
          `select id from comment where post_id = ${HOT_POST} and root_id = ${HOT_ROOT} and deleted_at is null order by id`,
        ),
        key: only,
      },
    },
    { route: '/api/studio/posts', url: '/api/studio/posts' },
    { route: '/api/studio/posts', url: '/api/studio/posts?status=approved' },
    { route: '/api/studio/posts/:id', url: '/api/studio/posts/200' },
    {
      route: '/api/studio/bin',
      url: '/api/studio/bin',
      far: {
        sql: `select deleted_at, id from post where author_uid = ${HEAVY_UID} and deleted_by_author and purged_at is null
               order by deleted_at desc, id desc
              offset (select count(*) / 2 from post where author_uid = ${HEAVY_UID} and deleted_by_author) limit 1`,
        key: timeAndId,
      },
    },
    {
      route: '/api/studio/posts/:id/versions',
      url: `/api/studio/posts/${REVISED_POST}/versions`,
      far: { sql: `select ${VERSIONS / 2}`, key: only },
    },
    {
      route: '/api/studio/posts/:id/versions/:version',
      url: `/api/studio/posts/${REVISED_POST}/versions/2`,
    },
    {
      route: '/api/studio/posts/:id/comparison',
      url: `/api/studio/posts/${REVISED_POST}/comparison?from=2&to=${VERSIONS}`,
    },
    { route: '/api/posts/:id/changes', url: `/api/posts/${REVISED_POST}/changes` },
    {
      route: '/api/posts/:id/changes/:version',
      url: `/api/posts/${REVISED_POST}/changes/${VERSIONS}`,
    },
    { route: '/api/users/:uid/follow-status', url: `/api/users/${STAR_UID}/follow-status` },
    {
      route: '/api/users/:uid/followers',
      url: `/api/users/${STAR_UID}/followers`,
      far: {
        sql: page(
          `select changed_at, follower_uid from user_follow where followed_uid = ${STAR_UID} and following
            order by changed_at desc, follower_uid desc`,
        ),
        key: timeAndId,
      },
    },
    { route: '/api/users/:uid/following', url: `/api/users/${HEAVY_UID}/following` },
    { route: '/api/users/:uid', url: `/api/users/${STAR_UID}` },
    { route: '/api/messages', url: '/api/messages' },
    { route: '/api/messages', url: '/api/messages?category=follow' },
    { route: '/api/messages/unread', url: '/api/messages/unread' },
    { route: '/api/energy/info', url: '/api/energy/info' },
    {
      route: '/api/energy/logs',
      url: '/api/energy/logs',
      far: {
        sql: `select entries / 2 from energy_account where uid = ${HEAVY_UID}`,
        key: only,
      },
    },
    { route: '/api/level/info', url: '/api/level/info' },
    { route: '/api/level/logs', url: '/api/level/logs' },
    {
      route: '/api/events',
      url: '/api/events?topics=newest,following,queue,post:1,post:2&since=1',
    },
    { route: '/api/users/search', url: '/api/users/search?q=成员1' },
    { route: '/api/search', url: '/api/search?q=灯火' },
    { route: '/api/search', url: '/api/search?q=灯火&sort=newest' },
    { route: '/api/search', url: '/api/search?q=成员1&type=people' },
    { route: '/api/search', url: '/api/search?q=灯火&type=tags' },
    { route: '/api/search/suggest', url: '/api/search/suggest?q=成员1' },
    { route: '/api/folders', url: '/api/folders' },
    { route: '/api/users/:uid/folders', url: `/api/users/${HEAVY_UID}/folders` },
    {
      route: '/api/folders/:id/posts',
      url: `/api/folders/${HEAVY_UID}-1/posts`,
      far: {
        sql: `select created_at, post_id from folder_item where uid = ${HEAVY_UID} and folder_id = 1
               order by created_at desc, post_id desc offset (select count(*) / 2 from folder_item where uid = ${HEAVY_UID} and folder_id = 1) limit 1`,
        key: timeAndId,
      },
    },
    { route: '/api/series', url: '/api/series' },
    { route: '/api/users/:uid/series', url: `/api/users/${HEAVY_UID}/series` },
    { route: '/api/users/:uid/series', url: `/api/users/${STAR_UID}/series` },
    { route: '/api/series/:id', url: `/api/series/${HEAVY_UID}-${FULL_SERIES}` },
    // Of the heavy member.
    { route: '/api/posts/:id/series', url: '/api/posts/200/series' },
    ...PAGES,
    { route: '/feed.xml', url: '/feed.xml' },
    { route: '/series/:id/feed.xml', url: `/series/${HEAVY_UID}-${FULL_SERIES}/feed.xml` },
    { route: '/space/:uid/feed.xml', url: `/space/${HEAVY_UID}/feed.xml` },
  ];
}

/** Pages list the same as the API, with a few more queries. */
const PAGES: ReadRequest[] = [
  { route: '/', url: '/' },
  { route: '/posts', url: '/posts' },
  { route: '/posts', url: '/posts?order=hot' },
  { route: '/tags', url: '/tags' },
  { route: '/tags/:slug', url: `/tags/${HOT_TAG}` },
  { route: '/posts', url: '/posts?lang=fr' },
  { route: '/posts/:id', url: `/posts/${HOT_POST}` },
  { route: '/posts/:id/folders', url: `/posts/${HOT_POST}/folders` },
  { route: '/space/:uid', url: `/space/${STAR_UID}` },
  { route: '/space/:uid', url: `/space/${HEAVY_UID}` },
  { route: '/space/:uid', url: `/space/${HEAVY_UID}?tab=favorites` },
  { route: '/folders/:id', url: `/folders/${HEAVY_UID}-1` },
  { route: '/space/:uid', url: `/space/${HEAVY_UID}?tab=series` },
  { route: '/series/:id', url: `/series/${HEAVY_UID}-${FULL_SERIES}` },
  { route: '/studio/series', url: '/studio/series' },
  { route: '/studio/series/:id', url: `/studio/series/${FULL_SERIES}` },
  { route: '/posts/:id', url: '/posts/200' },
  { route: '/studio/drafts', url: '/studio/drafts' },
  { route: '/studio/bin', url: '/studio/bin' },
  { route: '/studio/posts/:id/versions', url: `/studio/posts/${REVISED_POST}/versions` },
  { route: '/studio/posts/:id/versions/:version', url: `/studio/posts/${REVISED_POST}/versions/2` },
  {
    route: '/studio/posts/:id/comparison',
    url: `/studio/posts/${REVISED_POST}/comparison?from=2&to=${VERSIONS}`,
  },
  { route: '/posts/:id/changes', url: `/posts/${REVISED_POST}/changes` },
  { route: '/studio/analytics/:id', url: `/studio/analytics/${REVISED_POST}` },
  { route: '/studio/analytics/compare', url: '/studio/analytics/compare?sort=reads' },
  { route: '/studio/analytics/compare', url: '/studio/analytics/compare?period=first' },
  { route: '/messages', url: '/messages' },
  { route: '/search', url: '/search' },
  { route: '/search', url: '/search?q=灯火' },
  { route: '/search', url: '/search?q=成员1&type=people' },
];

export function cursorOf(key: unknown): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}
