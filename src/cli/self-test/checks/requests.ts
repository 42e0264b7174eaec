import { assertNone, type SelfCheck } from '../check.ts';
import { createDraft } from './sessions.ts';

const EVIL = 'evil.example';
const TARGETS = [
  `//${EVIL}`,
  `https://${EVIL}`,
  `/\\${EVIL}`,
  `\\/\\/${EVIL}`,
  `/%09/${EVIL}`,
  `https:${EVIL}`,
  `/.//${EVIL}`,
];
/** What no visitor should get, and how a response shows that it is there. */
const PATHS = [
  '/.env',
  '/.git/HEAD',
  '/.git/config',
  '/package.json',
  '/config.json',
  '/metrics',
  '/server-status',
  '/debug/pprof/',
  '/backup.zip',
  '/../../../../etc/passwd',
  '/..%2f..%2f..%2fetc%2fpasswd',
  '/assets/../../package.json',
  '/assets/..%2f..%2fpackage.json',
  '/assets/%2e%2e/%2e%2e/.env',
  '/uploads/..%2f..%2f..%2fetc%2fpasswd',
  '/uploads/%00',
  '/uploads/',
  '/assets/',
];
const LEAKS =
  /root:.*:0:0:|DATABASE_URL|SECRET_KEY|ref: refs\/|repositoryformatversion|"dependencies"|lamplight_http_|Index of \//;
const INSIDES =
  /\bat .{0,80}\(?[^\s()]+\.[cm]?[jt]s:\d+|node_modules|node:internal|SQLSTATE|syntax error at or near|relation ".*" does not exist|ECONNREFUSED|(^|[\s"'(])\/(home|root|usr|var|opt|app|srv)\//m;

export const REQUEST_CHECKS: SelfCheck[] = [
  {
    name: 'open redirects',
    hint: 'Let the proxy not rewrite Location, and merge no slashes into a redirect.',
    async run(target) {
      const [{ client }] = await target.members();
      const paths = [
        ...TARGETS.map((to) => `/login?next=${encodeURIComponent(to)}`),
        `//${EVIL}/`,
        `//${EVIL}/%2e%2e`,
        `/%5c${EVIL}/`,
        `/login/?next=//${EVIL}`,
      ];
      const problems: string[] = [];
      for (const path of paths) {
        const { headers } = await client.getPage(path);
        const { location } = headers;
        if (!location) continue;
        const to = new URL(location, target.site);
        if (to.hostname.endsWith(EVIL)) problems.push(`${path} leads to ${location}`);
      }
      assertNone(problems);
      return `${paths.length} addresses lead to nowhere else`;
    },
  },
  {
    name: 'paths',
    hint: 'Serve no directory beside the site, and pass paths on as they are.',
    async run(target) {
      const problems: string[] = [];
      for (const path of PATHS) {
        const { status, text } = await target.visitor().get(path);
        if (LEAKS.test(text)) problems.push(`${path} shows what is inside`);
        else if (status === 200) problems.push(`${path} gets 200`);
        else if (status >= 500) problems.push(`${path} gets ${status}`);
      }
      assertNone(problems);
      return `${PATHS.length} hidden files and directories are not there`;
    },
  },
  {
    name: 'methods',
    hint: 'Let the proxy refuse TRACE, and pass no X-HTTP-Method-Override on.',
    async run(target) {
      const [member] = await target.members();
      const { client } = member;
      const problems: string[] = [];
      const trace = await target
        .visitor()
        .send('TRACE', '/', { headers: { 'x-mark': target.mark } })
        .catch(() => undefined);
      if (trace && (trace.status < 400 || trace.text.includes(target.mark)))
        problems.push('TRACE is accepted');
      const id = await createDraft(target, member);
      const path = `/api/studio/posts/${id}`;
      for (const name of ['x-http-method-override', 'x-http-method', 'x-method-override'])
        await client.write('POST', path, {}, { [name]: 'DELETE' });
      await client.write('POST', `${path}?_method=DELETE`, {});
      if ((await client.get(path)).status !== 200)
        problems.push('a POST that names DELETE in a header or query deletes');
      const unauthorized = await target.visitor().send('PATCH', path);
      if (unauthorized.status < 400) problems.push('PATCH is accepted');
      assertNone(problems);
      return 'TRACE and overridden methods do nothing';
    },
  },
  {
    name: 'errors',
    hint: 'Show the error pages of the site, not those of the proxy or of a debugger.',
    async run(target) {
      const visitor = target.visitor();
      const json = { 'content-type': 'application/json' };
      const responses = [
        await visitor.getPage('/posts/%00'),
        await visitor.getPage(`/posts/999999999999999999999`),
        await visitor.getPage(`/${target.mark}'%22%3E%3Cscript%3E`),
        await visitor.get('/api/posts/%27%20or%201=1--'),
        await visitor.get('/api/posts?cursor=%ff'),
        await visitor.getPage('/%E0%A4%A'),
        await visitor.send('POST', '/api/auth/login', { body: '{', headers: json }),
        await visitor.send('POST', '/api/auth/login', {
          body: '{"email":{"$ne":1}}',
          headers: json,
        }),
        await visitor.send('POST', '/api/auth/login', {
          body: '<x/>',
          headers: { 'content-type': 'text/xml' },
        }),
      ];
      assertNone(
        responses.flatMap(({ status, text }) => [
          ...(status < 400 || status >= 500 ? [`a malformed request gets ${status}`] : []),
          ...(INSIDES.test(text) ? ['an error shows code, paths or SQL'] : []),
          ...(text.includes('\'"><script>') ? ['an error repeats markup of the request'] : []),
        ]),
      );
      return `${responses.length} malformed requests tell nothing of the inside`;
    },
  },
];
