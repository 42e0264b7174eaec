import { readDiscussion } from '../../comments/actions/read-discussion.ts';
import type { DiscussionPosition } from '../../comments/schema.ts';
import { CommentSection } from '../../comments/views/section.tsx';
import type { Context, Viewer } from '../../context.ts';
import { EnergizeButton } from '../../energizing/views/energize-button.tsx';
import { FavoriteButton } from '../../favorites/views/favorite-button.tsx';
import { FollowButton } from '../../follows/views/follow-button.tsx';
import type { PageView } from '../../platform/http/page.ts';
import { ReactionButtons } from '../../reactions/views/reaction-buttons.tsx';
import { getViewerState } from '../../reading/actions/viewer-state.ts';
import { getSiteSetting } from '../../site-settings/actions.ts';
import { Layout } from '../../ui/layout.tsx';
import { type Article as ArticleData, getArticle } from '../actions/read-article.ts';
import { ActionBar, BAR_ID } from '../views/action-bar.tsx';
import { Article } from '../views/article.tsx';
import { StatusRibbon } from '../views/status-ribbon.tsx';

type PostPageData = Awaited<ReturnType<typeof loadPost>>;

/** D25: loads the post first; a viewer who may not see it gets nothing else either. */
export async function loadPost(
  ctx: Context,
  viewer: Viewer | null,
  id: number,
  position: DiscussionPosition,
) {
  const article = await getArticle(ctx, viewer, id);
  const [reader, discussion, audit] = await Promise.all([
    getViewerState(ctx, viewer, article.post),
    readDiscussion(ctx, id, position),
    article.own ? getSiteSetting(ctx.db, 'audit.enabled') : false,
  ]);
  return { article, reader, discussion, audit };
}

type PostPageProps = PostPageData & { visit: PageView; url: string };

export function PostPage({ visit, url, article, reader, discussion, audit }: PostPageProps) {
  const { post, html, edited_at, own } = article;
  return (
    <Layout
      visit={visit}
      title={post.title}
      description={post.summary}
      canonical={`/posts/${post.id}`}
      scripts={['reading', 'comments']}
    >
      <Article
        visit={visit}
        post={post}
        html={html}
        edited_at={edited_at}
        ribbon={own ? <StatusRibbon visit={visit} post={own} audit={audit} /> : null}
        follow={
          <FollowButton
            visit={visit}
            uid={post.author.uid}
            status={reader.follow}
            name={post.author.name}
          />
        }
        actions={<Actions visit={visit} url={url} post={post} reader={reader} />}
      >
        <CommentSection visit={visit} post={post} {...discussion} />
      </Article>
    </Layout>
  );
}

type ActionsProps = Pick<PostPageProps, 'visit' | 'url' | 'reader'> & {
  post: ArticleData['post'];
};

function Actions({ visit, url, post, reader }: ActionsProps) {
  const { t, visitor } = visit;
  const reason =
    post.status !== 'approved'
      ? t('reading.not_public_hint')
      : visitor?.status === 'banned'
        ? t('reading.banned_hint')
        : null;
  const shared = { visit, disabled: reason !== null, next: `/posts/${post.id}#${BAR_ID}` };
  const { reaction, favorited, given } = reader;
  return (
    <ActionBar visit={visit} post={post} url={url} reason={reason}>
      <ReactionButtons {...shared} postId={post.id} reaction={reaction} />
      <FavoriteButton
        {...shared}
        postId={post.id}
        favorite={{ favorited, favorite_count: post.favorite_count }}
      />
      <EnergizeButton {...shared} post={post} given={given} />
    </ActionBar>
  );
}
