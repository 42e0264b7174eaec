import type { Comment } from '../schema.ts';
import type { DiscussionContext } from './discussion-context.ts';

type CommentImageProps = {
  context: DiscussionContext;
  image: NonNullable<Comment['image']>;
  /** Of its author. */
  name: string;
};

/** A thumbnail that links to the image; with scripts it opens enlarged, as the pictures of the post do. */
export function CommentImage({ context, image, name }: CommentImageProps) {
  const { url, width, height } = image;
  return (
    <a class="comment-image zoom" href={url} title={context.t('open_image')}>
      <img
        src={url}
        width={width}
        height={height}
        alt={context.t('image_of', { name })}
        loading="lazy"
        decoding="async"
      />
    </a>
  );
}
