import type { Context } from '../../context.ts';
import { idFrom, routedIdFrom } from '../../platform/http/page.ts';
import { joinVersions, type Version } from '../../platform/http/page-cache/dependencies.ts';
import type { ReadVersions } from '../../platform/http/page-cache/response.ts';
import { findOwner } from '../../platform/http/routed-id.ts';
import type { Subject, SubjectKind } from '../../platform/invalidations.ts';
import { findSeriesAuthor } from '../../series/store/shared.ts';
import { slugOf } from '../../tags/rules.ts';
import {
  findPostVersion,
  readNewestVersion,
  readPostVersions,
  readSeriesVersion,
  readTagsVersion,
  readTagVersion,
  type VersionRow,
} from '../store/versions.ts';

/** For a post as anonymous visitors see it: the post, its counters, and the members, comments, series and other posts on its page. */
export const versionsOfPosts: ReadVersions = async (ctx, requests) => {
  const posts = requests.map(({ params, subjects }) => ({
    id: idFrom(String((params as { id: unknown }).id)),
    ...idsIn(subjects),
  }));
  return (await readPostVersions(ctx.readDb, posts)).map(toVersion);
};

/** The same for one post and these subjects. */
export async function versionOfPost(ctx: Context, id: number, shown: Subject[]): Promise<Version> {
  const version = await findPostVersion(ctx.readDb, { id, ...idsIn(shown) });
  return version ? toVersion(version) : { own: null, shown: '' };
}

/** For the newest posts as anonymous visitors see them. There are few such pages, so each has its own statement. */
export const versionsOfNewest: ReadVersions = (ctx, requests) =>
  Promise.all(
    requests.map(async ({ subjects }) =>
      toVersion(await readNewestVersion(ctx.readDb, idsIn(subjects))),
    ),
  );

/** For a tag and its posts, by its slug. */
export const versionsOfTag: ReadVersions = (ctx, requests) =>
  Promise.all(
    requests.map(async ({ params, subjects }) => {
      const slug = slugOf(String((params as { slug: unknown }).slug).normalize('NFKC'));
      return toVersion(await readTagVersion(ctx.readDb, slug, idsIn(subjects)));
    }),
  );

/** For a series and its posts. */
export const versionsOfSeries: ReadVersions = (ctx, requests) =>
  Promise.all(
    requests.map(async ({ params, subjects }) => {
      const address = routedIdFrom(String((params as { id: unknown }).id));
      const author_uid = await findOwner(address, (id) => findSeriesAuthor(ctx.readDb, id));
      const series = { author_uid, id: address.id };
      return toVersion(await readSeriesVersion(ctx.readDb, { ...series, ...idsIn(subjects) }));
    }),
  );

/** For the list of tags: one statement for all its responses. */
export const versionsOfTags: ReadVersions = async (ctx, requests) => {
  const own = await readTagsVersion(ctx.readDb);
  return requests.map(() => ({ own, shown: '' }));
};

function idsIn(subjects: Subject[]): Record<'members' | 'comments' | 'posts' | 'series', number[]> {
  const idsOf = (kind: SubjectKind) =>
    subjects
      .filter((subject) => subject.startsWith(`${kind}:`))
      .map((subject) => Number(subject.slice(kind.length + 1)));
  return {
    members: idsOf('member'),
    comments: idsOf('comment'),
    posts: idsOf('post'),
    series: idsOf('series'),
  };
}

function toVersion({ own, shown }: VersionRow): Version {
  return { own, shown: joinVersions(shown) };
}
