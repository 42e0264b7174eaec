import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import type { TextToCheck, TextVerdict } from '../../src/platform/outbound/check-text.ts';

export const SECRET = 'whsec_bGFtcGxpZ2h0IGxhbXBsaWdodCBsYW1wbGlnaHQ=';

type Asked = { type: string; timestamp: string; data: TextToCheck };
type Reply = TextVerdict | 'silence' | 'error' | 'nonsense';

/**
 * A service as an operator would write it: it verifies the signature with the library of the specification, and verdicts
 * what `verdict` returns.
 */
export async function openTextService() {
  const webhook = new Webhook(SECRET);
  const asked: Asked[] = [];
  const service = {
    asked,
    verdict: (_text: TextToCheck): Reply => ({ outcome: 'allow' }),
    url: '',
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    try {
      webhook.verify(body, request.headers as Record<string, string>);
    } catch {
      response.writeHead(401).end();
      return;
    }
    const one = JSON.parse(body) as Asked;
    asked.push(one);
    const reply = service.verdict(one.data);
    if (reply === 'silence') return;
    if (reply === 'error') response.writeHead(500).end();
    else if (reply === 'nonsense') response.end('{"outcome":"perhaps"}');
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/check`;
  return service;
}
