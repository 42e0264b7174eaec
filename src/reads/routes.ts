import { Type } from 'typebox';
import type { App } from '../platform/http/app-types.ts';
import { NoBody } from '../platform/http/validation.ts';
import { PostParams } from '../posts/schema.ts';
import { readCounterOf } from './actions/take-beacon.ts';

export function readRoutes(app: App): void {
  app.post(
    '/api/posts/:id/reads',
    {
      config: { access: 'public', beacon: true, admission: 'exempt' },
      schema: {
        operationId: 'reportRead',
        summary: 'Reports that somebody reads a post',
        description:
          'Sent once by the page of a post that was visible for five seconds or scrolled past its middle. The response is the same whether or not it counts, and whether or not the post exists.',
        tags: ['posts'],
        params: PostParams,
        body: NoBody,
        response: { 204: Type.Null() },
      },
    },
    async ({ params, ip, headers, viewer }, reply) => {
      await readCounterOf(app.ctx).take({ post_id: params.id, ip, headers, uid: viewer?.uid });
      reply.code(204);
      return null;
    },
  );
  app.addHook('onClose', () => readCounterOf(app.ctx).close());
}
