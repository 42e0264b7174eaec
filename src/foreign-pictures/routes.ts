import { onClose } from '../platform/http/admission/on-close.ts';
import { type App, accessOf, operations } from '../platform/http/app-types.ts';
import { UPLOAD_MS } from '../platform/time-budget.ts';
import { Refusal } from '../refusals.ts';
import { UploadedImage } from '../uploads/schema.ts';
import { fetchPicture } from './actions.ts';
import { PICTURES_PER_POST_MAX } from './rules.ts';
import { FetchPictureBody } from './schema.ts';

const { optionsWith } = operations('posts');
/** Waits for another site, not for us: not in the admission queue, and with the time of an upload. */
const asFetch = optionsWith({
  config: {
    ...accessOf('member', ['fetches', 'fetches_day'], 'exempt'),
    handler_ms: UPLOAD_MS,
  },
});

export function foreignPictureRoutes(app: App): void {
  app.post(
    '/api/uploads/fetch',
    asFetch({
      operationId: 'fetchPicture',
      summary: 'Fetches a picture of another site for an own post',
      description: `Stored like an upload. From public addresses only, within 8 seconds and 5 MB, and at most ${PICTURES_PER_POST_MAX} for one post; the same address is fetched once.`,
      body: FetchPictureBody,
      response: { 201: UploadedImage },
    }),
    async (request, reply) => {
      const gone = new AbortController();
      onClose(reply, () => gone.abort(new Refusal('request_timeout')));
      const { ctx, server, member, body } = request;
      return fetchPicture({ ctx, outside: server.ctx, signal: gone.signal }, member, body);
    },
  );
}
