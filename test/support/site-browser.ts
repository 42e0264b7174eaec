type Cookie = { value: string; sameSite: string };
type Visit = { form?: Record<string, string>; from?: string; follow?: boolean };
export type Visited = { url: string; status: number; text: string; headers: Headers };

/** A browser over real sockets: one cookie jar per host, SameSite as browsers apply it, redirects one by one. */
export class SiteBrowser {
  readonly cookies = new Map<string, Map<string, Cookie>>();

  /** `from`: the page with the link or form. Redirects count as started there. */
  async visit(url: string, { form, from = url, follow = true }: Visit = {}): Promise<Visited> {
    let target = new URL(url);
    let method = form ? 'POST' : 'GET';
    for (let hops = 0; hops < 10; hops++) {
      const isCross = new URL(from).hostname !== target.hostname;
      const response = await fetch(target, {
        method,
        redirect: 'manual',
        headers: {
          accept: 'text/html',
          'user-agent': 'lamplight tests',
          cookie: this.cookieHeader(target.hostname, isCross, method),
          'sec-fetch-site': isCross ? 'cross-site' : 'same-origin',
          ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
        },
        ...(method === 'POST' ? { body: new URLSearchParams(form).toString() } : {}),
      });
      this.store(target.hostname, response.headers.getSetCookie());
      const location = response.headers.get('location');
      const text = await response.text();
      if (!location || !follow)
        return { url: target.href, status: response.status, text, headers: response.headers };
      target = new URL(location, target);
      method = 'GET';
    }
    throw new Error('too many redirects');
  }

  private cookieHeader(host: string, isCross: boolean, method: string): string {
    return [...(this.cookies.get(host) ?? [])]
      .filter(([, { sameSite }]) => !isCross || (sameSite === 'lax' && method === 'GET'))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  private store(host: string, lines: string[]): void {
    const jar = this.cookies.get(host) ?? new Map<string, Cookie>();
    this.cookies.set(host, jar);
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(/;\s*/);
      const [name = '', value = ''] = pair.split(/=(.*)/);
      const sameSite = /samesite=(\w+)/i.exec(line)?.[1]?.toLowerCase() ?? 'lax';
      const isGone = value === '' || attributes.some((one) => /^max-age=0$/i.test(one));
      if (isGone) jar.delete(name);
      else jar.set(name, { value, sameSite });
    }
  }
}
