import type { UploadedImage } from '../../uploads/schema.ts';

type Options = { onProgress: (share: number) => void; signal: AbortSignal };

/** Loaded on the first image: most readers never upload one. */
export async function uploadCommentImage(file: File, options: Options): Promise<UploadedImage> {
  const { upload } = await import('../../ui/client/upload.ts');
  return upload('/api/comments/upload-image', file, options);
}
