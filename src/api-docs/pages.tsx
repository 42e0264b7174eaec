import type { App } from '../platform/http/app-types.ts';
import { sendPage, visitOf } from '../platform/http/page.ts';
import { type ApiDocument, groupOperations } from './rules.ts';
import { ApiReference } from './views/api-reference.tsx';
import { ErrorReference } from './views/error-reference.tsx';

const open = { config: { access: 'public' } } as const;

/** The reference of the API, made from the document that is made from the routes. */
export function apiDocPages(app: App): void {
  app.get('/docs', open, async (request, reply) => {
    const groups = groupOperations(app.swagger() as ApiDocument);
    const { BASE_URL } = app.ctx.config;
    return sendPage(
      reply,
      <ApiReference visit={visitOf(request)} groups={groups} baseUrl={BASE_URL} />,
    );
  });

  app.get('/docs/errors', open, async (request, reply) =>
    sendPage(reply, <ErrorReference visit={visitOf(request)} />),
  );
}
