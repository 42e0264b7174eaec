import { PostTools } from '../../administration/views/post-tools.tsx';
import { hiddenFrom } from '../../blocks/rules.ts';
import { listHeldOf } from '../../comments/actions/read-comments.ts';
import {
  isFirstPage,
  readDiscussion,
  readFirstComments,
} from '../../comments/actions/read-discussion.ts';
import type { DiscussionPosition, RootComment } from '../../comments/schema.ts';
import { CommentSection } from '../../comments/views/section.tsx';
import type { Context, Viewer } from '../../context.ts';
import { LIT_ID, LitPanel } from '../../energizing/views/lit-panel.tsx';
import { FavoriteButton } from '../../favorites/views/favorite-button.tsx';
import { FollowButton } from '../../follows/views/follow-button.tsx';
import type { PageView } from '../../platform/http/page.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { ReactionButtons } from '../../reactions/views/reaction-buttons.tsx';
import { type Givers, readGivers } from '../../reading/actions/givers.ts';
import { getPostState } from '../../reading/actions/post-state.ts';
import { versionOfPost } from '../../reading/actions/versions.ts';
import { SeriesBlock } from '../../series/views/series-of-post.tsx';
import { PostHead } from '../../sharing/views/post-head.tsx';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { Layout } from '../../ui/layout.tsx';
import { type Article as ArticleOfPost, getArticle } from '../actions/read-article.ts';
import type { OwnPostSummary } from '../schema.ts';
import { ActionBar, BAR_ID } from '../views/action-bar.tsx';
import { Article } from '../views/article.tsx';
import { AuthorCard, MoreOfAuthor } from '../views/author-card.tsx';
import { RelatedPosts } from '../views/related-posts.tsx';
import { StatusRibbon } from '../views/status-ribbon.tsx';

/** D25: loads the post first; a viewer who may not see it gets nothing else either. */
export async function loadPost(
  ctx: Context,
  viewer: Viewer | null,
  id: number,
  position: DiscussionPosition,
) {
  const { article: found, first, lit } = await readPost(ctx, viewer, id, position);
  const { post, ...article } = found;
  const [{ counts, ...state }, givers, discussion, audit] = await Promise.all([
    getPostState(ctx, viewer, post),
    lit ?? readGivers(ctx, viewer, id),
    readDiscussion(ctx, viewer, id, position, first),
    article.own ? getSiteSetting(ctx.db, 'audit.enabled') : false,
  ]);
  const held = state.reader.has_held ? await listHeldOf(ctx, viewer, id) : [];
  return { post: { ...post, ...counts }, article, ...state, lit: givers, discussion, held, audit };
}

/** The article; and who lit it and the first comments, where readers share them. */
type SharedPost = { article: ArticleOfPost; lit?: Givers; first?: Page<RootComment> };

/**
 * Members share what they see alike: those who hide nobody (D67) and have no rights on the post. Visitors without a session
 * share the whole page.
 */
async function readPost(
  ctx: Context,
  viewer: Viewer | null,
  id: number,
  position: DiscussionPosition,
): Promise<SharedPost> {
  const readAlone = async () => ({ article: await getArticle(ctx, viewer, id) });
  if (viewer?.role !== 'member' || hiddenFrom(viewer) || !isFirstPage(position)) return readAlone();
  const shared = await ctx.checkedCache<SharedPost>({
    key: `post:${id}:${ctx.locale}`,
    readVersion: (subjects) => versionOfPost(ctx, id, subjects),
    read: async (dependencies) => {
      const recording = { ...ctx, dependencies };
      const article = await getArticle(recording, viewer, id);
      const [lit, first] = await Promise.all([
        readGivers(recording, viewer, id),
        readFirstComments(recording, id),
      ]);
      return { article, lit, first };
    },
    isForEverybody: ({ article }) => article.own === null,
    sizeOf: ({ article, first }) =>
      article.html.length + COMMENT_SIZE * (1 + (first ? countComments(first.items) : 0)),
  });
  const isOwn = shared.article.post.author.uid === viewer.uid;
  return isOwn && !shared.article.own ? readAlone() : shared;
}

/** With its HTML and JSON, in characters. */
const COMMENT_SIZE = 3_000;

function countComments(roots: RootComment[]): number {
  return roots.reduce((sum, { replies }) => sum + 1 + replies.length, 0);
}

type PostPageProps = Awaited<ReturnType<typeof loadPost>> & { visit: PageView; url: string };

export function PostPage(props: PostPageProps) {
  const { visit, post, article, reader, after, lit, discussion, held, audit } = props;
  const { html, edited_at, has_changes, own, signature } = article;
  const reason = reasonOf(visit, post.status);
  const isOwn = visit.visitor?.uid === post.author.uid;
  const isPublic = post.status === 'approved';
  const isStaff = hasStaffRights(visit);
  return (
    <Layout
      visit={visit}
      title={post.title}
      description={post.summary}
      {...(isPublic ? { canonical: `/posts/${post.id}` } : {})}
      head={isPublic ? <PostHead visit={visit} post={post} edited_at={edited_at} /> : null}
      scripts={['reading', 'comments', ...(isStaff ? (['admin'] as const) : [])]}
      sheets={isStaff ? ['work', 'staff'] : []}
    >
      <Article
        visit={visit}
        post={post}
        html={html}
        edited_at={edited_at}
        hasChanges={has_changes}
        readsUrl={isOwn || post.status !== 'approved' ? undefined : `/api/posts/${post.id}/reads`}
        ribbon={own ? <StatusRibbon visit={visit} post={own} audit={audit} /> : null}
        side={isOwn ? <Edit {...props} /> : <Follow {...props} />}
        actions={<Actions {...props} reason={reason} />}
      >
        <LitPanel
          visit={visit}
          post={post}
          given={reader.given}
          reason={reason}
          givers={lit.givers}
          giverCount={lit.count}
        />
        <SeriesBlock visit={visit} series={after.series} />
        <AuthorCard visit={visit} author={post.author} signature={signature} counts={after.author}>
          <Follow {...props} />
        </AuthorCard>
        <ForOthers visit={visit} post={post} own={own} />
        <MoreOfAuthor visit={visit} author={post.author} posts={after.more} />
        <RelatedPosts visit={visit} posts={after.related} />
        <CommentSection visit={visit} post={post} held={held} {...discussion} />
      </Article>
    </Layout>
  );
}

/** Why the buttons are disabled, or null. */
function reasonOf({ t, visitor }: PageView, status: string): string | null {
  if (status !== 'approved') return t('reading.not_public_hint');
  return visitor?.status === 'banned' ? t('reading.banned_hint') : null;
}

function Follow({ visit, post, reader }: PostPageProps) {
  const { uid, name } = post.author;
  const postId = post.status === 'approved' ? { postId: post.id } : {};
  return <FollowButton visit={visit} uid={uid} status={reader.follow} name={name} {...postId} />;
}

/** Reporting, for members; decisions, for the staff. Not in what anonymous visitors are sent. */
function ForOthers({
  visit,
  post,
  own,
}: Pick<PostPageProps, 'visit' | 'post'> & { own: OwnPostSummary | null }) {
  const { t, visitor } = visit;
  if (!visitor || visitor.uid === post.author.uid) return null;
  return (
    <>
      <p class="meta">
        <a href={`/report/post/${post.id}`} rel="nofollow">
          {t('reports.report')}
        </a>
      </p>
      {hasStaffRights(visit) && own ? <PostTools visit={visit} post={own} /> : null}
    </>
  );
}

/** D56: a banned member of the staff has no rights of the staff. */
function hasStaffRights({ visitor }: PageView): boolean {
  return visitor !== null && visitor.role !== 'member' && visitor.status === 'active';
}

/** Under review or locked, a post cannot be edited. */
function Edit({ visit, post }: PostPageProps) {
  if (post.status === 'pending' || post.status === 'locked') return null;
  return (
    <a class="button button-small" href={`/studio/write?id=${post.id}`}>
      {visit.t('reading.edit')}
    </a>
  );
}

function Actions({ visit, url, post, reader, reason }: PostPageProps & { reason: string | null }) {
  const shared = { visit, disabled: reason !== null, next: `/posts/${post.id}#${BAR_ID}` };
  const { reaction, favorited } = reader;
  const energize = post.status === 'approved' ? `#${LIT_ID}` : null;
  return (
    <ActionBar visit={visit} post={post} url={url} reason={reason} energize={energize}>
      <ReactionButtons {...shared} postId={post.id} reaction={reaction} />
      <FavoriteButton
        {...shared}
        postId={post.id}
        favorite={{ favorited, favorite_count: post.favorite_count }}
      />
    </ActionBar>
  );
}
