import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { CLIENT, type OpenIdServer, startOpenId } from './openid.ts';
import type { SiteBrowser, Visited } from './site-browser.ts';
import { createWorld, type World } from './world.ts';

export type OpenIdSite = { world: World; site: string; openid: OpenIdServer };

/** The service on a real socket, with a real provider. */
export async function createOpenIdSite(
  settings: (openid: OpenIdServer) => Record<string, string> = () => ({}),
): Promise<OpenIdSite> {
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const openid = await startOpenId(site);
  const world = await createWorld({
    BASE_URL: site,
    OIDC_PROVIDERS: JSON.stringify([campus(openid)]),
    LIMIT_SIGN_IN: 'off',
    ...settings(openid),
  });
  await world.app.listen({ port, host: 'localhost' });
  return { world, site, openid };
}

export function campus({ issuer }: Pick<OpenIdServer, 'issuer'>) {
  return { id: 'campus', name: 'Campus', issuer, ...CLIENT };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, 'localhost');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

export type StartOptions = { provider?: string; purpose?: string; next?: string; page?: string };

/** Sends the form of a page; returns where the page leads, or the page itself if it leads nowhere. */
export async function start(
  browser: SiteBrowser,
  site: string,
  { provider = 'campus', purpose = 'log_in', next = '/', page = '/login' }: StartOptions = {},
): Promise<{ url: string; page: Visited }> {
  const from = await browser.visit(`${site}${page}`);
  const csrf_token = /name="csrf_token" value="([^"]+)"/.exec(from.text)?.[1] ?? '';
  const sent = await browser.visit(`${site}/auth/${provider}/start`, {
    form: { csrf_token, purpose, next },
  });
  const url = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(sent.text)?.[1] ?? '';
  return { url: url.replaceAll('&amp;', '&'), page: sent };
}

/** What the person does at the provider; returns the address that the provider sends the browser to. */
export async function authorize(
  browser: SiteBrowser,
  site: string,
  url: string,
  account: string,
): Promise<string> {
  const asked = await browser.visit(url, { from: site });
  let step = await browser.visit(asked.url, { form: { account }, follow: false });
  for (let hops = 0; hops < 5; hops++) {
    const target = new URL(step.headers.get('location') ?? '', step.url);
    if (target.origin === site) return target.href;
    step = await browser.visit(target.href, { from: asked.url, follow: false });
  }
  throw new Error('the provider sends the browser nowhere');
}

/** All of it. The way back starts at the provider, so only Lax cookies arrive. */
export async function signIn(
  browser: SiteBrowser,
  { site, openid }: OpenIdSite,
  account: string,
  options: StartOptions = {},
): Promise<Visited> {
  const { url } = await start(browser, site, options);
  const callback = await authorize(browser, site, url, account);
  return browser.visit(callback, { from: openid.issuer });
}

/** Sends the form of the page at `path` again as a person would. */
export async function submit(
  browser: SiteBrowser,
  site: string,
  page: Visited,
  action: string,
  fields: Record<string, string> = {},
): Promise<Visited> {
  const ofPage = /name="csrf_token" value="([^"]+)"/.exec(page.text)?.[1];
  const csrf_token = ofPage ?? browser.cookies.get('localhost')?.get('csrf')?.value ?? '';
  return browser.visit(`${site}${action}`, { form: { csrf_token, next: '/', ...fields } });
}

export async function whoIs(browser: SiteBrowser, site: string): Promise<number | undefined> {
  const page = await browser.visit(`${site}/settings?tab=security`);
  const uid = /pattern="(\d+)"/.exec(page.text)?.[1];
  return uid === undefined ? undefined : Number(uid);
}
