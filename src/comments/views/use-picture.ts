import { useEffect, useRef, useState } from 'preact/hooks';
import { COMMENT_FORMATS, UPLOAD_BYTES_MAX } from '../../platform/images/limits.ts';
import { uploadCommentImage } from './upload.ts';

/** The one image of a comment, uploading or uploaded. */
export type Picture = {
  /** Of the thumbnail: the local file at first, then the uploaded image. */
  src: string;
  /** From 0 to 1 while uploading; null once uploaded. */
  progress: number | null;
  image: { url: string } | null;
};

type RefusalReason = 'image_type' | 'image_size' | 'image_single';
type Events = { onRefused: (why: RefusalReason) => void; onFailed: (error: unknown) => void };

export const ACCEPTED = COMMENT_FORMATS.map((format) => `image/${format}`);

/** Checks the file first, so no one waits for an upload that the server would refuse. */
export function usePicture({ onRefused, onFailed }: Events) {
  const [picture, setPicture] = useState<Picture | null>(null);
  const upload = useRef<AbortController | null>(null);
  useEffect(() => () => upload.current?.abort(), []);
  useEffect(() => {
    const src = picture?.src;
    // Frees the local file once the thumbnail no longer shows it.
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
    /** An uploaded image of a draft. */
    put: (image: { url: string }) => setPicture({ src: image.url, progress: null, image }),
    drop: () => {
      upload.current?.abort();
      setPicture(null);
    },
  };
}
