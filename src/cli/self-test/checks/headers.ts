import { securityHeaders } from '../../../platform/http/security-headers.ts';
import { assertNone, type SelfCheck, type Target } from '../check.ts';
import type { Response } from '../client.ts';

/** With own values on pages, or with a check of their own. */
const APART = ['content-security-policy', 'cache-control', 'strict-transport-security'];
const EVIL = 'https://evil.example';

/** A page, a page that is missing, an API response, and two refusals. */
async function visitAll({ visitor, mark }: Target): Promise<[string, Response][]> {
  const pages = ['/', '/login', `/${mark}`];
  const api = ['/api/levels', '/api/settings/sessions', `/api/${mark}`];
  const visited: [string, Response][] = [];
  for (const path of pages) visited.push([path, await visitor().getPage(path)]);
  for (const path of api) visited.push([path, await visitor().get(path, { origin: EVIL })]);
  return visited;
}

export const HEADER_CHECKS: SelfCheck[] = [
  {
    name: 'security headers',
    hint: 'Let the proxy pass on the headers of the site, also with errors, and set none of them itself.',
    async run(target) {
      const expected = Object.entries(securityHeaders(target.site.origin)).filter(
        ([name]) => !APART.includes(name),
      );
      const visited = await visitAll(target);
      assertNone(
        visited.flatMap(([path, { headers }]) =>
          expected
            .filter(([name, value]) => headers[name] !== value)
            .map(([name]) => `${path}: ${name} is ${headers[name] ?? 'missing'}`),
        ),
      );
      return `all on ${visited.length} responses`;
    },
  },
  {
    name: 'content security policy',
    hint: 'Let the proxy pass on Content-Security-Policy, and add no script to pages.',
    async run(target) {
      assertNone(
        (await visitAll(target)).flatMap(([path, { headers, text }]) => {
          const policy = headers['content-security-policy'] ?? '';
          const needed = ["default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"];
          const missing = needed.filter((part) => !policy.includes(part));
          const isLoose = /unsafe-|\*|https?:|data:/.test(policy);
          return [
            ...missing.map((part) => `${path}: no ${part}`),
            ...(isLoose ? [`${path}: allows foreign or inline content`] : []),
            ...(hasInlineScript(text) ? [`${path}: contains an inline script`] : []),
          ];
        }),
      );
      return 'only the site itself, on pages and errors';
    },
  },
  {
    name: 'software names',
    hint: 'nginx: server_tokens off; remove X-Powered-By and Via.',
    async run(target) {
      assertNone(
        (await visitAll(target)).flatMap(([path, { headers }]) => [
          ...(headers['x-powered-by'] ? [`${path}: X-Powered-By: ${headers['x-powered-by']}`] : []),
          ...(/\d/.test(headers['server'] ?? '') ? [`${path}: Server: ${headers['server']}`] : []),
        ]),
      );
      return 'no version is shown';
    },
  },
  {
    name: 'reads by other sites',
    hint: 'Remove Access-Control-Allow-Origin: no other site may read responses.',
    async run(target) {
      assertNone(
        (await visitAll(target)).flatMap(([path, { headers }]) =>
          Object.keys(headers)
            .filter((name) => name.startsWith('access-control-'))
            .map((name) => `${path}: ${name}: ${headers[name]}`),
        ),
      );
      return 'not allowed';
    },
  },
];

/** Data for search engines is no script that runs. */
export function hasInlineScript(html: string): boolean {
  return [...html.matchAll(/<script\b([^>]*)>([^<]*)/gi)].some(
    ([, attributes = '', inside = '']) =>
      inside.trim() !== '' && !attributes.includes('application/ld+json'),
  );
}
