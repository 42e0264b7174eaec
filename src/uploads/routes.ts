import { assertLevel } from '../levels/actions.ts';
import { type App, route } from '../platform/http/app-types.ts';
import { asUpload, fileOf } from '../platform/http/multipart.ts';
import { isStorageKey } from '../platform/storage/keys.ts';
import { DOWNLOAD_MS } from '../platform/time-budget.ts';
import { Refusal } from '../refusals.ts';
import { uploadImage } from './actions.ts';
import { COMMENT_IMAGE_LEVEL, isPublicKey } from './rules.ts';
import { UploadedImage } from './schema.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const shared = { response: { 201: UploadedImage } };

export function uploadRoutes(app: App): void {
  app.post(
    '/api/posts/upload-image',
    {
      ...asUpload,
      schema: {
        ...shared,
        operationId: 'uploadPostImage',
        summary: 'Uploads an image for a post',
        description: 'One file of at most 5 MB: JPEG, PNG, GIF or WebP, judged by content.',
        tags: ['posts'],
      },
    },
    async (request, reply) => {
      reply.code(201);
      return uploadImage(request.ctx, request.member, 'post', fileOf(request));
    },
  );

  app.post(
    '/api/comments/upload-image',
    {
      ...asUpload,
      schema: {
        ...shared,
        operationId: 'uploadCommentImage',
        summary: 'Uploads an image for a comment, from Lv4 on',
        description: 'One JPEG or PNG, converted to WebP.',
        tags: ['comments'],
      },
    },
    async (request, reply) => {
      assertLevel(request.member, COMMENT_IMAGE_LEVEL);
      reply.code(201);
      return uploadImage(request.ctx, request.member, 'comment', fileOf(request));
    },
  );

  const { config } = route('public', [], 'aside');
  const asFile = { config: { ...config, download: true, handler_ms: DOWNLOAD_MS } };
  app.get('/uploads/*', asFile, async (request, reply) => {
    const key = (request.params as { '*': string })['*'];
    const file =
      isStorageKey(key) && isPublicKey(key) ? await request.ctx.storage.get(key) : undefined;
    if (!file) throw new Refusal('not_found');
    return reply
      .type(file.content_type)
      .header('content-length', file.size)
      .header('content-disposition', 'inline')
      .header('cache-control', IMMUTABLE)
      .send(file.body);
  });
}
