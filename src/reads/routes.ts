import { Type } from 'typebox';
import type { App } from '../platform/http/app-types.ts';
import { Closed, IdParams, NoContent, Nullable } from '../platform/http/validation.ts';
import { readCounterOf } from './actions/take-beacon.ts';
import { DEPTHS } from './rules.ts';

/** Browsers send only the origin of a longer one. */
const REFERRER_MAX = 4096;

/** Texts, because a beacon is sent as a form. */
const ReadBody = Nullable(
  Closed({
    from: Type.Optional(
      Type.String({
        maxLength: REFERRER_MAX,
        description:
          'The address of the page before, empty if there was none. Only its kind is counted, or the host name of another site.',
      }),
    ),
    depth: Type.Optional(
      Type.Enum([...DEPTHS], { description: 'How many quarters of the text were in sight.' }),
    ),
  }),
);

export function readRoutes(app: App): void {
  app.post(
    '/api/posts/:id/reads',
    {
      config: { access: 'public', beacon: true, admission: 'exempt' },
      schema: {
        operationId: 'reportRead',
        summary: 'Reports that somebody reads a post',
        description:
          'Sent by the page of a post that was visible for five seconds or scrolled past its middle, and again if the reader has come further when the page is left. A visitor counts once a day, with the first source and the greatest depth. The response is the same whether or not it counts, and whether or not the post exists.',
        tags: ['posts'],
        params: IdParams,
        body: ReadBody,
        response: NoContent,
      },
    },
    async ({ params, ip, headers, viewer, body }) => {
      const { from, depth } = body ?? {};
      await readCounterOf(app.ctx).take({
        ...{ post_id: params.id, ip, headers, uid: viewer?.uid, from },
        depth: depth === undefined ? undefined : Number(depth),
      });
    },
  );
  app.addHook('onClose', () => readCounterOf(app.ctx).close());
}
