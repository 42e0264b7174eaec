import { assertNone, assertThat, type SelfCheck } from '../check.ts';

const FORGED_HOST = 'self-test.evil.example';
/** Headers by which proxies name the address that a visitor requested, or another one. */
const FORGED_HEADERS = [
  'x-forwarded-host',
  'x-host',
  'x-forwarded-server',
  'x-original-url',
  'x-rewrite-url',
  'x-http-host-override',
  'referer',
];

export const CACHE_CHECKS: SelfCheck[] = [
  {
    name: 'private pages',
    hint: 'Let the proxy keep Cache-Control and Vary, and cache only responses that are public.',
    async run(target) {
      const [{ client, uid }] = await target.members();
      const problems: string[] = [];
      for (const path of ['/', '/settings', '/studio', `/space/${uid}`, '/api/settings/sessions']) {
        const { status, headers } = await client.getPage(path);
        const policy = headers['cache-control'] ?? '';
        if (status === 200 && !/\b(private|no-store)\b/.test(policy))
          problems.push(`${path} of a member has Cache-Control: ${policy || 'none'}`);
      }
      const anonymous = await target.visitor().getPage('/');
      const vary = (anonymous.headers['vary'] ?? '').toLowerCase();
      const isShared = /\bpublic\b|s-maxage/.test(anonymous.headers['cache-control'] ?? '');
      if (isShared && !vary.includes('cookie')) problems.push('/ is public without Vary: cookie');
      assertNone(problems);
      return 'no shared cache may store what a member sees';
    },
  },
  {
    name: 'pages of others',
    hint: 'The cache of the proxy must not reply a visitor with a page that another one requested with cookies.',
    async run(target) {
      const [{ client, uid }] = await target.members();
      // A query that nobody else uses: a page that is stored by mistake reaches no visitor.
      const path = `/?${target.mark}`;
      for (let time = 0; time < 2; time++) await client.getPage(path);
      const { text } = await target.visitor().getPage(path);
      assertThat(
        !text.includes(`/space/${uid}"`) && !text.includes('/logout'),
        'a visitor without cookies gets the page of a member',
      );
      return 'a visitor never gets the page of a member';
    },
  },
  {
    name: 'forged host',
    hint: 'Let the proxy accept only the name of the site (nginx: a default server with return 444).',
    async run(target) {
      const visitor = target.visitor();
      for (const path of [`/?${target.mark}`, '/settings', '/feed.atom']) {
        const { text, headers } = await visitor
          .getPage(path, { host: FORGED_HOST })
          // A proxy may just close the connection.
          .catch(() => ({ text: '', headers: {} }));
        assertThat(
          !`${text}${JSON.stringify(headers)}`.includes(FORGED_HOST),
          `${path} repeats the Host of the request`,
        );
      }
      return 'no response repeats it';
    },
  },
  {
    name: 'cache poisoning',
    hint: 'Let the proxy remove or replace these headers, or cache by them too.',
    async run(target) {
      const problems: string[] = [];
      for (const name of FORGED_HEADERS) {
        const path = `/?${target.mark}-${name}`;
        const forged = await target.visitor().getPage(path, { [name]: `https://${FORGED_HOST}/` });
        const clean = await target.visitor().getPage(path);
        const shows = ({ text, headers }: typeof clean) =>
          `${text}${headers['location'] ?? ''}${headers['link'] ?? ''}`.includes(FORGED_HOST);
        if (shows(clean)) problems.push(`${name} changes what the next visitor gets`);
        else if (shows(forged)) problems.push(`${name} is repeated`);
      }
      assertNone(problems);
      return `${FORGED_HEADERS.length} headers change nothing`;
    },
  },
];
