import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { atEnd } from './cleanup.ts';

type Value = { stringValue?: string; intValue?: number | string; doubleValue?: number };
type Attributes = { key: string; value: Value }[];
type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes?: Attributes;
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
};
type OtlpRequest = {
  resourceSpans: {
    resource: { attributes: Attributes };
    scopeSpans: { spans: OtlpSpan[] }[];
  }[];
};

export type CollectedSpan = Omit<OtlpSpan, 'attributes'> & {
  attributes: Record<string, string | number>;
  resource: Record<string, string | number>;
};

/** A collector as operators run it: it receives OTLP over HTTP as JSON. */
export async function startCollector() {
  const spans: CollectedSpan[] = [];
  const requests: { path: string; headers: Record<string, unknown> }[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ path: request.url ?? '', headers: request.headers });
    for (const { resource, scopeSpans } of ((await json(request)) as OtlpRequest).resourceSpans)
      for (const span of scopeSpans.flatMap((scope) => scope.spans))
        spans.push({
          ...span,
          attributes: toRecord(span.attributes),
          resource: toRecord(resource.attributes),
        });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans,
    named: (name: string) => spans.filter((span) => span.name === name),
    inTrace: (traceId: string) => spans.filter((span) => span.traceId === traceId),
    childrenOf: ({ spanId }: CollectedSpan) => spans.filter((span) => span.parentSpanId === spanId),
  };
}

function toRecord(attributes: Attributes = []): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? Number(value.intValue ?? value.doubleValue),
    ]),
  );
}
