import { useEffect, useRef, useState } from 'preact/hooks';
import { COMMENT_FORMATS, UPLOAD_BYTES_MAX } from '../../platform/images/limits.ts';
import type { UploadedImage } from '../../uploads/schema.ts';
import { uploadCommentImage } from './upload.ts';

/** The one image of a comment, on its way or there. */
export type Picture = {
  /** What the thumbnail shows: the file itself at first, then what became of it. */
  src: string;
  /** From 0 to 1 while it is on its way; null once it is there. */
  progress: number | null;
  image: UploadedImage | null;
};

type Refused = 'image_type' | 'image_size' | 'image_single';
type Events = { onRefused: (why: Refused) => void; onFailed: (error: unknown) => void };

export const ACCEPTED = COMMENT_FORMATS.map((format) => `image/${format}`);

/** Checked here first, so that nobody waits for an upload that will be refused. */
export function usePicture({ onRefused, onFailed }: Events) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const upload = useRef<AbortController | null>(null);
  useEffect(() => () => upload.current?.abort(), []);
  useEffect(() => {
    const src = picture?.src;
    // What the browser holds for us is let go once the thumbnail no longer shows it.
    return src?.startsWith('blob:') ? () => URL.revokeObjectURL(src) : undefined;
  }, [picture?.src]);

  async function take(file: File): Promise<void> {
    if (picture) return onRefused('image_single');
    if (!ACCEPTED.includes(file.type)) return onRefused('image_type');
    if (file.size > UPLOAD_BYTES_MAX) return onRefused('image_size');
    const src = URL.createObjectURL(file);
    const controller = new AbortController();
    upload.current = controller;
    setPicture({ src, progress: 0, image: null });
    try {
      const image = await uploadCommentImage(file, {
        signal: controller.signal,
        onProgress: (progress) =>
          setPicture((now) => (now?.src === src ? { ...now, progress } : now)),
      });
      setPicture({ src: image.url, progress: null, image });
    } catch (error) {
      if (controller.signal.aborted) return;
      setPicture(null);
      onFailed(error);
    }
  }

  return {
    picture,
    take,
    /** One from a draft that is there already. */
    put: (image: UploadedImage) => setPicture({ src: image.url, progress: null, image }),
    drop: () => {
      upload.current?.abort();
      setPicture(null);
    },
  };
}
