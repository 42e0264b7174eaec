import type { App } from './app-types.ts';

const ONE_YEAR = 'max-age=31536000; includeSubDomains';

/** For API responses: a browser may load and run nothing. */
const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";

/** For pages: this origin only. No inline scripts, so an injected one does not run. */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'self'; " +
  "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** On every response, errors included: they are set before anything can fail. */
export function addSecurityHeaders(app: App): void {
  const headers = securityHeaders(app.ctx.config.BASE_URL);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

export function securityHeaders(baseUrl: string): Record<string, string> {
  return {
    'content-security-policy': DATA_POLICY,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // Not cacheable unless a route allows it.
    'cache-control': 'no-store',
    ...(baseUrl.startsWith('https:') ? { 'strict-transport-security': ONE_YEAR } : {}),
  };
}
