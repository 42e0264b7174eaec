import { X } from 'lucide-static';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../ui/icons.tsx';
import type { Comment } from '../schema.ts';
import type { DiscussionContext } from './discussion-context.ts';

/** With the name of its author. */
export type ShownImage = NonNullable<Comment['image']> & { name: string };

type CommentImageProps = {
  context: DiscussionContext;
  image: ShownImage;
  onShow: (image: ShownImage) => void;
};

/** A thumbnail that links to the image; with scripts it opens a dialog. */
export function CommentImage({ context, image, onShow }: CommentImageProps) {
  const { url, width, height, name } = image;
  return (
    <a
      class="comment-image"
      href={url}
      title={context.t('open_image')}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onShow(image);
      }}
    >
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

type ImageDialogProps = { context: DiscussionContext; image: ShownImage; onClose: () => void };

export function ImageDialog({ context, image, onClose }: ImageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      class="comment-lightbox"
      aria-label={context.t('image_of', { name: image.name })}
      onClose={onClose}
      // A click anywhere closes it, on the image too.
      onClick={() => dialog.current?.close()}
    >
      <img src={image.url} width={image.width} height={image.height} alt="" />
      <button type="button" class="icon-button" aria-label={context.t('close')}>
        <Icon of={X} />
      </button>
    </dialog>
  );
}
