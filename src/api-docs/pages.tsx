import { renderToString } from 'preact-render-to-string';
import type { App } from '../platform/http/app-types.ts';
import { pageViewOf, sendPage } from '../platform/http/page.ts';
import type { Locale } from '../platform/i18n.ts';
import { type ApiDocument, groupOperations } from './rules.ts';
import { ApiReference, ApiReferencePage } from './views/api-reference.tsx';
import { ErrorReference } from './views/error-reference.tsx';

const open = { config: { access: 'public' } } as const;

/** The API reference, rendered from the OpenAPI document that Fastify generates from the routes. */
export function apiDocPages(app: App): void {
  const htmlByLocale = new Map<Locale, string>();
  app.get('/docs', open, async (request, reply) => {
    const visit = pageViewOf(request);
    let html = htmlByLocale.get(visit.locale);
    if (html === undefined) {
      const groups = groupOperations(app.swagger() as ApiDocument);
      const { BASE_URL } = app.ctx.config;
      html = renderToString(<ApiReference visit={visit} groups={groups} baseUrl={BASE_URL} />);
      htmlByLocale.set(visit.locale, html);
    }
    return sendPage(reply, <ApiReferencePage visit={visit} html={html} />);
  });

  app.get('/docs/errors', open, async (request, reply) =>
    sendPage(reply, <ErrorReference visit={pageViewOf(request)} />),
  );
}
