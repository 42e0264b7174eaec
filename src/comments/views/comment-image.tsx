import { X } from 'lucide-static';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../ui/icons.tsx';
import type { Comment } from '../schema.ts';
import type { DiscussionContext } from './discussion-context.ts';

/** An image and whose it is. */
export type ShownImage = NonNullable<Comment['image']> & { name: string };

type CommentImageProps = {
  room: DiscussionContext;
  image: ShownImage;
  onShow: (image: ShownImage) => void;
};

/** A thumbnail that leads to the whole image, in place where scripts can. */
export function CommentImage({ room, image, onShow }: CommentImageProps) {
  const { url, width, height, name } = image;
  return (
    <a
      class="comment-image"
      href={url}
      title={room.say('open_image')}
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
        alt={room.say('image_of', { name })}
        loading="lazy"
        decoding="async"
      />
    </a>
  );
}

type ImageDialogProps = { room: DiscussionContext; image: ShownImage; onClose: () => void };

export function ImageDialog({ room, image, onClose }: ImageDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      class="comment-lightbox"
      aria-label={room.say('image_of', { name: image.name })}
      onClose={onClose}
      // Beside the image and on it: whoever presses anywhere has seen it.
      onClick={() => dialog.current?.close()}
    >
      <img src={image.url} width={image.width} height={image.height} alt="" />
      <button type="button" class="icon-button" aria-label={room.say('close')}>
        <Icon of={X} />
      </button>
    </dialog>
  );
}
