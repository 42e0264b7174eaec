import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Provider, ProviderFailed } from '../../src/identities/providers/provider.ts';
import { atEnd } from './cleanup.ts';

export type Person = { unionid?: string; nickname?: string };

/**
 * An example of an adapter for a service that is neither OpenID Connect nor conformant OAuth, after WeChat's: `appid` and
 * `secret` by GET, a fragment at the end, errors with status 200, no address, no PKCE. By code it knows who comes.
 */
export async function startOtherProvider(id = 'weixin') {
  const people = new Map<string, Person>();
  const stub = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub');
    const person = people.get(searchParams.get('code') ?? searchParams.get('openid') ?? '');
    const code = searchParams.get('code');
    const replies: Record<string, object> = {
      '/sns/oauth2/access_token': { access_token: 'token', openid: code, unionid: person?.unionid },
      '/sns/userinfo': { nickname: person?.nickname },
    };
    const isKnown = person && (!code || searchParams.get('secret') === 'secret');
    const reply = isKnown ? replies[pathname] : { errcode: 40_029, errmsg: 'invalid code' };
    response.end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
  atEnd(() => stub.close());
  const base = `http://127.0.0.1:${(stub.address() as AddressInfo).port}`;
  const read = async (path: string, query: Record<string, string>) => {
    const response = await fetch(`${base}${path}?${new URLSearchParams(query)}`);
    const reply = (await response.json()) as Record<string, string>;
    if (reply['errcode']) throw new ProviderFailed('invalid', `errcode ${reply['errcode']}`);
    return reply;
  };

  const provider: Provider = {
    id,
    name: '微信',
    canConfirm: false,
    async authorizationUrl({ redirect_uri, state }) {
      const query = new URLSearchParams({ appid: 'app', redirect_uri, scope: 'login', state });
      return new URL(`${base}/connect/qrconnect?${query}#wechat_redirect`);
    },
    async exchange(callback, { state }) {
      const { searchParams } = callback;
      const code = searchParams.get('code');
      if (searchParams.get('state') !== state) throw new ProviderFailed('invalid', 'state');
      if (!code) throw new ProviderFailed('denied', 'no code');
      const app = { appid: 'app', secret: 'secret', code, grant_type: 'authorization_code' };
      const {
        access_token = '',
        openid = '',
        unionid,
      } = await read('/sns/oauth2/access_token', app);
      if (!unionid) throw new ProviderFailed('invalid', 'no unionid');
      const { nickname } = await read('/sns/userinfo', { access_token, openid });
      return { issuer: base, subject: unionid, email_verified: false, name: nickname };
    },
    logOutUrl: async () => undefined,
  };
  return { provider, people, issuer: base };
}
