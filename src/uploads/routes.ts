import type { FastifyReply, FastifyRequest } from 'fastify';
import { assertLevel } from '../levels/actions.ts';
import { type App, accessOf, operations } from '../platform/http/app-types.ts';
import { fileOf, upload } from '../platform/http/multipart.ts';
import { isStorageKey } from '../platform/storage/keys.ts';
import { DOWNLOAD_MS } from '../platform/time-budget.ts';
import { findImageAudience } from '../reading/actions/image-visibility.ts';
import { Refusal } from '../refusals.ts';
import { uploadImage } from './actions.ts';
import { PLACEHOLDER } from './placeholder.ts';
import { COMMENT_IMAGE_LEVEL, etagOf, isPictureKey } from './rules.ts';
import { UploadedImage } from './schema.ts';

/**
 * D55: staff can remove an image, so shared caches revalidate on every request and browsers after a minute. An image
 * that only some may see is in no shared cache, and browsers revalidate it every time.
 */
const CACHE_CONTROL = {
  everybody: 'public, max-age=60, s-maxage=0, must-revalidate',
  viewer: 'private, no-cache',
};
const shared = { response: { 201: UploadedImage } };
const asPostUpload = operations('posts').optionsWith(upload);
const asCommentUpload = operations('comments').optionsWith({
  ...upload,
  // Before the file is received.
  preHandler: [async ({ member }) => assertLevel(member, COMMENT_IMAGE_LEVEL), upload.preHandler],
});

export function uploadRoutes(app: App): void {
  app.post(
    '/api/posts/upload-image',
    asPostUpload({
      ...shared,
      operationId: 'uploadPostImage',
      summary: 'Uploads an image for a post',
      description: 'One file of at most 5 MB: JPEG, PNG, GIF or WebP, judged by content.',
    }),
    (request) => uploadImage(request.ctx, request.member, 'post', fileOf(request)),
  );

  app.post(
    '/api/comments/upload-image',
    asCommentUpload({
      ...shared,
      operationId: 'uploadCommentImage',
      summary: 'Uploads an image for a comment, from Lv4 on',
      description: 'One JPEG or PNG, converted to WebP.',
    }),
    (request) => uploadImage(request.ctx, request.member, 'comment', fileOf(request)),
  );

  const access = accessOf('public', [], 'exempt');
  const asFile = { config: { ...access, download: true, handler_ms: DOWNLOAD_MS } };
  app.get('/uploads/*', asFile, async (request, reply) => {
    const { ctx, viewer } = request;
    const key = (request.params as { '*': string })['*'];
    const isKey = isStorageKey(key) && isPictureKey(key);
    const audience = isKey ? await findImageAudience(ctx, viewer, key) : undefined;
    if (!audience) return sendMissing(request, reply);
    const etag = etagOf(key);
    const headers = { etag, 'cache-control': CACHE_CONTROL[audience] };
    if (isCurrent(request, etag)) return reply.code(304).headers(headers).send();
    const file = await ctx.storage.get(key);
    if (!file) return sendMissing(request, reply);
    return reply
      .type(file.content_type)
      .headers(headers)
      .header('content-length', file.size)
      .header('content-disposition', 'inline')
      .send(file.body);
  });
}

/** An image never changes, so a cached copy is current. Does not read the storage. */
function isCurrent(request: FastifyRequest, etag: string): boolean {
  const known = request.headers['if-none-match']?.split(',') ?? [];
  return known.some((one) => one.trim().replace(/^W\//, '') === etag);
}

/** D25: the same for hidden, removed and unknown images. An `<img>` gets a placeholder. */
function sendMissing(request: FastifyRequest, reply: FastifyReply) {
  const accept = request.headers.accept ?? '';
  if (!accept.includes('image/') || accept.includes('text/html')) throw new Refusal('not_found');
  return reply.code(404).type('image/svg+xml').header('vary', 'accept').send(PLACEHOLDER);
}
