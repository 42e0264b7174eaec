import pg from 'pg';
import { expect, test } from 'vitest';
import type { Explained } from '../../rigs/query-plans/explain.ts';
import { fillLargeSet } from '../../rigs/query-plans/fill.ts';
import { heavyReader } from '../../rigs/query-plans/heavy-reader.ts';
import { READ_DAYS, VERSIONS } from '../../rigs/query-plans/history.ts';
import { measurePlans } from '../../rigs/query-plans/measure.ts';
import { listRequests } from '../../rigs/query-plans/requests.ts';
import { GIVERS_ENTRIES } from '../../src/energizing/rules.ts';
import { FOLLOWING_MAX } from '../../src/follows/rules.ts';
import { COUNTED } from '../../src/home/rules.ts';
import { IDS_MAX } from '../../src/live/rules.ts';
import { LIKE_DAYS_AT_ONCE, NEW_POSTS_MAX } from '../../src/notifications/rules.ts';
import { openPool } from '../../src/platform/db/pool.ts';
import {
  CHOSEN_TAGGED_POSTS,
  LIGHT_DAYS,
  LIGHT_LIMITS,
  TAG_FACT_POSTS,
} from '../../src/posts/rules.ts';
import { POSTS_COUNTED } from '../../src/reading/store/after-post.ts';
import { HOSTS_OF_DAY } from '../../src/reads/rules.ts';
import { NAME_LIMITS } from '../../src/search/rules.ts';
import { SERIES_MAX, SERIES_POSTS_MAX } from '../../src/series/rules.ts';
import { COMPARED_MAX, FIRST_DAYS } from '../../src/studio/rules.ts';
import { FOLLOWED_TAGS_MAX, TAGS_MAX } from '../../src/tags/rules.ts';
import { createWorld } from '../support/world.ts';

/**
 * The shape of every plan on a set small enough for every run; `npm run rig query-plans` measures the same on two
 * million posts. What reads a table from end to end here would do so there.
 */
const SIZE = { members: 2000, posts: 20_000, comments: 60_000, reactions: 60_000 };
const DEPTH = 1000;
const PAGE = 20 + 1;
/** PostgreSQL scans smaller tables because that is faster. */
const SEQ_SCAN_MAX_ROWS = 1000;

/** Not lists: small sets of one account or of the site, and sums over a member's own posts. */
const NOT_LISTS = [
  /^\/api\/(auth|settings|space)\//,
  /^\/api\/studio\/(overview|trends)$/,
  /^\/studio(\/(content|analytics(\.csv|\/:id(\/days\.csv)?|\/compare\.csv)?|write|preview|submit))?$/,
  /^\/settings\b/,
  // A signature is checked; no row is read.
  /^\/mail\/unsubscribe\b/,
  /^\/posts\/:id\/edit$/,
  /^\/(login|register|restore|setup|docs|lang|theme|assets|uploads|about|history)\b/,
  // One post, comment, member or picture by its primary key.
  /^\/report\/:kind\/:id$/,
  // Pages of the owner, each version by its key.
  /^\/api\/pages\b/,
  /^\/(terms|privacy|offline|service-worker\.js)\b/,
  // One member, by a link, a cookie or the session.
  /^\/space\/:uid\/block$/,
  /^\/(forgot|reset|verify|change-address|undo-change|confirm|auth|banned|invite)\b/,
  // A range of the primary key, ten thousand rows by design; not a list that readers page through.
  /^\/sitemap(\.xml|s\/:file)$/,
  // The same posts in other formats.
  /feed\.(atom|json)$/,
  /^\/tags\/:slug\/feed\.xml$/,
  // Rows of the site, a few a month; transparency-plan.test.ts.
  /^(\/api)?\/transparency$/,
  // One post by its primary key, and files of the site.
  /^\/posts\/:id\/(share\.jpg|qr\.svg)$/,
  /^\/(favicon\.ico|site\.css|apple-touch-icon\.png|icons\/.*|share\.jpg|manifest\.webmanifest)$/,
  /^\/(healthz|readyz|robots\.txt|openapi\.json|\.well-known\/.*)$/,
  // The heavy member is not staff; these plans were reviewed by hand.
  /^(\/api)?\/admin\b/,
];
/** A page of folders, each with the posts that are counted. */
const FOLDERS_COUNTED = PAGE * 100;
/**
 * Statements that may read more rows than a page, and how many. The following list reads one index entry per followed
 * author and the newest post of each. The inbox merges a page of index entries per kind of notification with the last
 * days of likes. The unread count reads those days and the notifications about them. The banner of a space reads the
 * newest posts of an author and of each day, who lit them most the last entries of the author's ledger. The rail of the
 * home page counts the topics of the newest posts and the recent posts of the suggested authors, once a minute.
 */
const READ_MORE: [address: RegExp, statement: RegExp, number][] = [
  [/./, /\) as has_new_likes\b/, 2 * LIKE_DAYS_AT_ONCE],
  // And of each followed tag.
  [/order=following/, /./, 2 * (FOLLOWING_MAX + FOLLOWED_TAGS_MAX)],
  // Joined by id; in a set of this size the planner may as well read all posts in the language.
  [/\/tags\/.*(order=hot|lang=)/, /./, 1.5 * CHOSEN_TAGGED_POSTS],
  // Every post with its counts, author and tags.
  [/^\/tags\//, /\bnewest\b/, 5 * TAG_FACT_POSTS],
  [/suggest/, /./, 2000],
  // The public posts of each person of the page are counted; the names that begin so are far fewer.
  [/\/search\?.*type=people/, /\bsearch_key\b/, PAGE * NAME_LIMITS.postsCounted],
  // After a gap of a day: the newest of the authors and tags with the newest posts, at most so many of each.
  [/\/api\/events/, /\bas followed\b/, IDS_MAX * IDS_MAX],
  // The new posts of every notification of the page are counted.
  [/^(\/api)?\/messages/, /\bas fresh\b/, PAGE * (NEW_POSTS_MAX + 1)],
  [/^(\/api)?\/(messages|events)/, /./, LIKE_DAYS_AT_ONCE + 1],
  [/^\/(posts)?(\?|$)/, /candidate as materialized/, COUNTED.topics * COUNTED.postsOfTopic],
  [/^\/(posts)?(\?|$)/, /as author\(uid\)/, COUNTED.authors * COUNTED.postsOfAuthor],
  // A bounded number of own posts, each with the first days of its counts.
  [/\/compare/, /./, FIRST_DAYS * COMPARED_MAX],
  // Sums over the days and sites of one post, and over the follows made on its page.
  [/\/analytics\/\d/, /\bpost_read_source\b/, READ_DAYS * HOSTS_OF_DAY],
  [/\/analytics\/\d/, /\buser_follow\b/, SIZE.members],
  [/\/analytics\/\d/, /\bpost_revision\b/, VERSIONS],
  // Whole numbers and times of the newest versions, to choose two of them.
  [/\/comparison/, /\bpost_revision\b/, 100],
  [/^\/space/, /\bpost_day\b/, LIGHT_DAYS * LIGHT_LIMITS.postsOfDay],
  [/^\/space/, /\benergy_entry\b.*\bgiver\b/s, GIVERS_ENTRIES],
  [/^\/space/, /count\(\*\)::int as posts\b.*\bfolder_item\b/s, FOLDERS_COUNTED],
  // The tabs count the author's posts by status, as those of /studio/content do.
  [/^\/studio\/bin/, /group by "post"."status"/, SIZE.posts],
  [/^\/studio\/series\/\d/, /\blatest\b/, 1000],
  // A series is not paged: all its posts, by primary key. The page of a post reads them twice, to number and to version them.
  [/\/series\/\d/, /\bpost\b/, SERIES_POSTS_MAX + PAGE],
  [/^\/posts\/\d+$/, /\bseries_post\b/, 2 * (SERIES_POSTS_MAX + POSTS_COUNTED)],
  // Every series of the author, each with its public posts counted.
  [/^\/(api|space|studio)\b.*series/, /\bseries_post\b/, SERIES_MAX * SERIES_POSTS_MAX],
];

const world = await createWorld();
const client = new pg.Client({ connectionString: world.ctx.config.DATABASE_URL });
await client.connect();
await fillLargeSet((sql) => client.query(sql) as never, SIZE);
const { DATABASE_URL: url, DATABASE_ROLE: role } = world.ctx.config;
// Connects as the service does, because its settings change plans.
const pool = openPool({ url, role, size: 1, name: 'plans' });
const asService = await pool.connect();
const measured = await measurePlans(asService, await heavyReader(world.app, world.ctx), DEPTH);
asService.release();
await pool.end();
const large = await client.query(
  `select relname from pg_class where relkind = 'r' and reltuples > ${SEQ_SCAN_MAX_ROWS}`,
);
const largeTables = new Set(large.rows.map((row) => row.relname as string));
await client.end();

test('every GET that lists or shows what members make is in the catalogue of plans', () => {
  const known = new Set(listRequests(DEPTH).map((one) => one.route));
  const missing = world.app.routes
    .filter(({ method, url }) => method === 'GET' && !known.has(url))
    .filter(({ url }) => !NOT_LISTS.some((pattern) => pattern.test(url)));
  expect(missing.map((one) => one.url)).toEqual([]);
});

test.each(measured.map((one) => [one.url, one] as const))(
  'D2 %s reads of no table more than three pages, and far down no more than at the top',
  (url, { first, far_page }) => {
    const statements = [...first, ...(far_page ?? [])];
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect([statement.text, statement.seq_scans.filter((one) => largeTables.has(one))]).toEqual([
        statement.text,
        [],
      ]);
      const [, , most] =
        READ_MORE.find(([address, text]) => address.test(url) && text.test(statement.text)) ?? [];
      expect([statement.text, tooMuch(statement, most)]).toEqual([statement.text, {}]);
    }
    const sum = (all: Explained[]) => all.reduce((total, one) => total + one.read, 0);
    if (far_page) expect(sum(far_page)).toBeLessThanOrEqual(2 * sum(first));
  },
);

/** A page of comments also carries the first replies of each, a page of posts the tags of each. */
function tooMuch(
  { tables, returned }: Explained,
  most = 3 * Math.max(PAGE, returned),
): Record<string, number> {
  const over = Object.entries(tables).filter(
    ([name, rows]) =>
      largeTables.has(name) &&
      rows > (name === 'tag' ? Math.max(most, TAGS_MAX * Math.max(PAGE, returned)) : most),
  );
  return Object.fromEntries(over);
}
