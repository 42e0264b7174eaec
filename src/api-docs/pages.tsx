import { renderToString } from 'preact-render-to-string';
import type { App } from '../platform/http/app-types.ts';
import { pageViewOf, sendPage } from '../platform/http/page.ts';
import type { Locale } from '../platform/i18n.ts';
import { type ApiDocument, groupOperations } from './rules.ts';
import { ApiReference, ApiReferencePage } from './views/api-reference.tsx';
import { ErrorReference } from './views/error-reference.tsx';

const open = { config: { access: 'public' } } as const;

/** The reference of the API, made from the document that is made from the routes. */
export function apiDocPages(app: App): void {
  const drawn = new Map<Locale, string>();
  app.get('/docs', open, async (request, reply) => {
    const visit = pageViewOf(request);
    let reference = drawn.get(visit.locale);
    if (reference === undefined) {
      const groups = groupOperations(app.swagger() as ApiDocument);
      const { BASE_URL } = app.ctx.config;
      reference = renderToString(<ApiReference visit={visit} groups={groups} baseUrl={BASE_URL} />);
      drawn.set(visit.locale, reference);
    }
    return sendPage(reply, <ApiReferencePage visit={visit} drawn={reference} />);
  });

  app.get('/docs/errors', open, async (request, reply) =>
    sendPage(reply, <ErrorReference visit={pageViewOf(request)} />),
  );
}
