import { assertNone, assertOk, assertThat, type SelfCheck, type Target } from '../check.ts';
import { readField } from '../client.ts';
import type { Member } from '../members.ts';

const EVIL = 'https://evil.example';
/** The access and refresh tokens, and what a CSRF token is bound to before log-in. */
const SECRETS = ['sid', 'rt', 'pre'];

export const SESSION_CHECKS: SelfCheck[] = [
  {
    name: 'cookies',
    hint: 'Let the proxy pass on Set-Cookie unchanged (nginx: no proxy_cookie_… directives).',
    async run(target) {
      const [member] = await target.members();
      const visitor = target.visitor();
      const token = await visitor.getCsrfToken();
      const { email, password } = member;
      const response = await visitor.send('POST', '/api/auth/login', {
        ...{ json: { email, password }, headers: { 'x-csrf-token': token } },
      });
      assertOk(response, 'a log-in');
      // A cookie that is deleted has no value to protect.
      const set = response.set_cookies.filter((cookie) => !/;\s*max-age=0\b/i.test(cookie));
      assertThat(set.length > 0, 'a log-in sets no cookie');
      assertNone(set.flatMap((cookie) => judgeCookie(cookie, target.isSecure)));
      await visitor.write('POST', '/api/auth/logout', {});
      return `${set.length} of a log-in are restricted to this site`;
    },
  },
  {
    name: 'end of session',
    hint: 'Do not cache responses to POST, and do not reply them in the proxy.',
    async run(target) {
      const [member] = await target.members();
      const visitor = target.visitor();
      const { email, password } = member;
      assertOk(await visitor.write('POST', '/api/auth/login', { email, password }), 'a log-in');
      const { cookie } = visitor;
      await visitor.write('POST', '/api/auth/logout', {});
      const { status } = await target.visitor().get('/api/settings/sessions', { cookie });
      assertThat(status === 401, `after log-out the old cookies get ${status}`);
      return 'after log-out the old cookies open nothing';
    },
  },
  {
    name: 'csrf',
    hint: 'Let the proxy pass on Origin, Sec-Fetch-Site and X-CSRF-Token, and set none of them.',
    async run(target) {
      const [member, other] = await target.members();
      const own = await member.client.getCsrfToken();
      const foreign = await other.client.getCsrfToken();
      const attempts: [string, Record<string, string>][] = [
        ['without a token', {}],
        ['with an invented token', { 'x-csrf-token': 'abc.def' }],
        ['with the token of another member', { 'x-csrf-token': foreign }],
        ['from another site', { 'x-csrf-token': own, 'sec-fetch-site': 'cross-site' }],
        ['from a sibling domain', { 'x-csrf-token': own, 'sec-fetch-site': 'same-site' }],
        ['with a foreign Origin', { 'x-csrf-token': own, origin: EVIL }],
        ['as a foreign form', { 'x-csrf-token': own, 'content-type': 'text/plain' }],
      ];
      const problems: string[] = [];
      for (const [how, headers] of attempts) {
        const { status } = await writeDraft(target, member, headers);
        if (status !== 403 && status !== 415) problems.push(`${how}: ${status}`);
      }
      assertNone(problems);
      return `${attempts.length} forged requests are refused`;
    },
  },
];

function judgeCookie(cookie: string, isSecure: boolean): string[] {
  const [pair = '', ...attributes] = cookie.split(';').map((part) => part.trim().toLowerCase());
  const name = pair.split('=')[0] ?? '';
  const has = (attribute: string) => attributes.includes(attribute);
  return [
    ...(SECRETS.includes(name.replace('__host-', '')) && !has('httponly') ? ['HttpOnly'] : []),
    ...(has('samesite=lax') || has('samesite=strict') ? [] : ['SameSite']),
    ...(has('path=/') ? [] : ['Path=/']),
    ...(isSecure && !has('secure') ? ['Secure'] : []),
    ...(isSecure && !name.startsWith('__host-') ? ['the prefix __Host-'] : []),
    ...(attributes.some((one) => one.startsWith('domain=')) ? ['a narrower Domain'] : []),
  ].map((missing) => `${name} lacks ${missing}`);
}

/** Deleted at the end of the run, should it be created. */
async function writeDraft(
  { mark }: Target,
  { client }: Member,
  headers: Record<string, string>,
  body = '<p>.</p>',
) {
  const json = { title: mark, body, tags: [], draft: true };
  const response = await client.send('POST', '/api/studio/posts', { json, headers });
  return { ...response, id: readField(response.text, 'id') };
}

export async function createDraft(target: Target, member: Member, body?: string): Promise<string> {
  const token = await member.client.getCsrfToken();
  const draft = await writeDraft(target, member, { 'x-csrf-token': token }, body);
  assertOk(draft, 'a draft');
  return draft.id;
}
