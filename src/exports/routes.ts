import { finished } from 'node:stream/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type App, accessOf, operations } from '../platform/http/app-types.ts';
import { assertSameSite } from '../platform/http/csrf.ts';
import { DOWNLOAD_MS } from '../platform/time-budget.ts';
import { Refusal } from '../refusals.ts';
import { getExport, requestExport } from './actions/request-export.ts';
import { type TakenExport, takeExport } from './actions/take-export.ts';
import { Export, RequestExportBody } from './schema.ts';

const { asMember, optionsWith, route } = operations('settings');
/** No HEAD route: it would use up the one download. */
const download = {
  config: { ...accessOf('member'), download: true, handler_ms: DOWNLOAD_MS },
  exposeHeadRoute: false,
};
const Zip = {
  description: 'The file',
  content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
};

export function exportRoutes(app: App): void {
  app.post(
    '/api/settings/export',
    route('member', ['sensitive', 'password'])({
      operationId: 'requestExport',
      summary: 'Requests a copy of all own data',
      description:
        'A zip file is prepared in the background; a notification reports when it is ready. Once a day.',
      body: RequestExportBody,
      response: { 202: Export },
    }),
    ({ ctx, member, body }) => requestExport(ctx, member, body.password),
  );

  app.get(
    '/api/settings/export',
    asMember({
      operationId: 'getExport',
      summary: 'The state of the copy of the own data',
      response: { 200: Export },
    }),
    ({ ctx, member }) => getExport(ctx, member),
  );

  app.get(
    '/api/settings/export/file',
    optionsWith(download)({
      operationId: 'downloadExport',
      summary: 'The copy of the own data, once',
      description:
        'Deleted from the server when it was sent whole. A download that breaks off can be tried again.',
      response: { 200: Zip },
    }),
    async (request, reply) => {
      const taken = await take(request);
      if (!taken) throw new Refusal('not_found');
      return send(request, reply, taken);
    },
  );

  // The same as a page route, which also refreshes an expired session.
  app.get('/settings/export/file', download, async (request, reply) => {
    const taken = await take(request);
    if (!taken) return reply.redirect('/settings?tab=privacy#export', 303);
    return send(request, reply, taken);
  });
}

/** A link from another site must not use up the one download. */
function take(request: FastifyRequest): Promise<TakenExport | undefined> {
  assertSameSite(request);
  return takeExport(request.ctx, request.member);
}

function send(request: FastifyRequest, reply: FastifyReply, taken: TakenExport): FastifyReply {
  const settled = finished(reply.raw).then(taken.done, taken.giveBack);
  settled.catch((error) => request.log.warn({ err: error }, 'could not finish an export download'));
  return reply
    .type(taken.file.content_type)
    .header('content-length', taken.file.size)
    .header('content-disposition', `attachment; filename="lamplight-${request.member.uid}.zip"`)
    .header('cache-control', 'no-store')
    .send(taken.file.body);
}
