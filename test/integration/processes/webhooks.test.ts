import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Verifier } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { SERVER } from '../../support/built-programs.ts';
import { startChild, waitFor } from '../../support/child.ts';
import { atEnd } from '../../support/cleanup.ts';
import { settingsOf } from '../../support/lamplight.ts';
import { ensureServerBuilt } from '../../support/resources.ts';
import { createWorld } from '../../support/world.ts';
import { printMeasurements } from '../support/print-measurements.ts';

/**
 * D70: every delivery arrives or is given up, in order for each post, and only those twice that the scheme allows: on
 * their way when the worker was killed, or without a response in time.
 */
const POSTS = Number(process.env['TEST_POSTS'] ?? 300);
/** Of each post: published, updated, hidden and published again. */
const EVENTS_PER_POST = 4;
const AT_ONCE = 5;
/** On a busy machine a delivery may fail three times, and the fourth attempt comes after six minutes. */
const LONGEST_SECONDS = 600;

const world = await createWorld({ WEBHOOK_LOOPBACK: 'true' });
const owner = await world.member({ role: 'owner', exp: 600 });

type Received = { message_id: string; post: number; type: string; accepted: boolean };
const received: Received[] = [];
const faults = new Map<number, 'fail' | 'redirect' | 'drop' | 'hang'>();
let secret = '';

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const chunk of request) body += chunk;
  const headers = request.headers as Record<string, string>;
  new Verifier(secret).verify(body, headers);
  const { type, data } = JSON.parse(body);
  const { id: post } = data.post;
  const fault = faults.get(post);
  faults.delete(post);
  received.push({ message_id: String(headers['webhook-id']), post, type, accepted: !fault });
  if (fault === 'hang') return;
  if (fault === 'drop') return void request.socket.destroy();
  if (fault === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
  response.writeHead(fault === 'fail' ? 500 : 204).end();
}

const receiver = createServer((request, response) => {
  receive(request, response).catch(() => response.writeHead(400).end());
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const gone = createServer((_, response) => response.writeHead(410).end());
await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
atEnd(async () => {
  receiver.closeAllConnections();
  receiver.close();
  gone.close();
});
const addressOf = (server: typeof receiver) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;

async function createWebhook(server: typeof receiver): Promise<{ id: number; secret: string }> {
  const events = ['post.published', 'post.updated', 'post.hidden'];
  const { status, body } = await owner.post('/api/admin/webhooks', {
    url: addressOf(server),
    events,
  });
  expect(status).toBe(201);
  return body;
}

/** In one statement for each kind of change. */
async function makeEvents(): Promise<number[]> {
  const posted = await world.sql(
    `insert into post (author_uid, title, summary, body, status, live_version, version, published_at, created_at, updated_at)
     select $1, 'title ' || n, '', '<p>x</p>', 'approved', 1, 1, now(), now(), now() from generate_series(1, $2::int) n
     returning id`,
    [owner.uid, POSTS],
  );
  const ids = posted.map(({ id }) => Number(id));
  const record = (kind: string) =>
    world.sql('select record_webhook_event($1, id) from unnest($2::bigint[]) as id', [kind, ids]);
  await record('post.published');
  await world.sql('update post set live_version = 2, version = 2 where id = any($1)', [ids]);
  await record('post.updated');
  await world.sql(
    "update post set status = 'locked', locked_from = 'approved' where id = any($1)",
    [ids],
  );
  await record('post.hidden');
  await world.sql("update post set status = 'approved', locked_from = null where id = any($1)", [
    ids,
  ]);
  await record('post.published');
  return ids;
}

function startWorker() {
  const before = received.length;
  return startChild(process.execPath, [SERVER], {
    env: {
      ...settingsOf(world.ctx.config),
      WEBHOOK_LOOPBACK: 'true',
      ROLE: 'worker',
      METRICS_PORT: '-1',
      LOG_LEVEL: 'fatal',
    },
    isReady: async () => received.length > before,
  });
}

test(`${POSTS * EVENTS_PER_POST} deliveries to a receiver that fails, redirects, drops and hangs, by a worker that is killed`, async () => {
  const webhook = await createWebhook(receiver);
  const disabled = await createWebhook(gone);
  secret = webhook.secret;
  const ids = await makeEvents();
  const pick = (step: number, offset: number) => ids.filter((_, index) => index % step === offset);
  const kinds = [
    ['fail', pick(100, 7)],
    ['redirect', pick(250, 11)],
    ['drop', pick(500, 13)],
    ['hang', pick(1250, 17)],
  ] as const;
  for (const [fault, posts] of kinds) for (const post of posts) faults.set(post, fault);
  const unclear = faults.size - pick(100, 7).length - pick(250, 11).length;
  await ensureServerBuilt();

  const started = performance.now();
  const total = POSTS * EVENTS_PER_POST;
  const first = await startWorker();
  await waitFor(() => received.length > total * 0.4, undefined, 240);
  first.signal('SIGKILL');
  await first.gone;
  await startWorker();
  const waiting = async () =>
    world.sql(
      "select from webhook_delivery where state = 'waiting' union all select from webhook_event",
    );
  await waitFor(async () => (await waiting()).length === 0, undefined, LONGEST_SECONDS);
  const seconds = (performance.now() - started) / 1000;

  const states = await world.sql(
    'select webhook_id, state, count(*)::int as count from webhook_delivery group by 1, 2 order by 1',
  );
  const ofReceiver = states.filter((row) => row['webhook_id'] === webhook.id);
  expect(ofReceiver).toEqual([{ webhook_id: webhook.id, state: 'delivered', count: total }]);
  // Of events after it was turned off there are none.
  const ofGone = states.filter((row) => row['webhook_id'] === disabled.id);
  expect(ofGone.map(({ state }) => state)).toEqual(['given_up']);
  const [off] = await world.sql('select enabled, disabled_reason from webhook where id = $1', [
    disabled.id,
  ]);
  expect(off).toEqual({ enabled: false, disabled_reason: 'gone' });

  // Every message was accepted; of each post in its order, whatever was repeated.
  const accepted = received.filter((one) => one.accepted);
  const messages = new Map<string, Received[]>();
  for (const one of accepted)
    messages.set(one.message_id, [...(messages.get(one.message_id) ?? []), one]);
  expect(messages.size).toBe(total);
  const order = new Map<number, string[]>();
  for (const [{ post, type }] of messages.values() as Iterable<[Received]>)
    order.set(post, [...(order.get(post) ?? []), type]);
  const expected = 'post.published post.updated post.hidden post.published';
  expect(new Set([...order.values()].map((types) => types.join(' ')))).toEqual(new Set([expected]));
  const doubled = [...messages.values()].filter((list) => list.length > 1).length;
  expect(doubled).toBeLessThanOrEqual(AT_ONCE);
  printMeasurements('webhooks', {
    deliveries: total,
    seconds,
    per_second: total / seconds,
    doubled,
    unclear,
  });
}, 900_000);
