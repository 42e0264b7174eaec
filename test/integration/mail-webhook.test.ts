import { expect, test } from 'vitest';
import { enqueueMail } from '../../src/mail/actions/enqueue-mail.ts';
import { signWebhook, WEBHOOK_BYTES_MAX } from '../../src/mail/webhook.ts';
import { runMailJobs, startSmtp } from '../support/smtp.ts';
import { createWorld } from '../support/world.ts';

/** What a relay with the secret can send by mistake, or somebody who stole it. */
const SECRET = 'a secret of the relay, which is long enough';
const KNOWN = 'known@example.org';
const smtp = await startSmtp();
const world = await createWorld({ ...smtp.settings, MAIL_WEBHOOK_SECRET: SECRET });
let names = 0;

await world.ctx.tx((trx) =>
  enqueueMail(world.ctx, trx, { kind: 'test', cause: 'webhook', to: { uid: null, email: KNOWN } }),
);
await runMailJobs(world);

function seconds(): string {
  return String(Math.floor(world.ctx.now().getTime() / 1000));
}

/** Signed whatever it contains. */
async function post(body: Buffer | string, headers: Record<string, string> = {}) {
  const payload = Buffer.from(body);
  const id = headers['webhook-id'] ?? `msg_${++names}`;
  const time = headers['webhook-timestamp'] ?? seconds();
  const { statusCode, body: text } = await world.app.inject({
    method: 'POST',
    url: '/api/mail/events',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': time,
      'webhook-signature': signWebhook(SECRET, id, time, payload),
      ...headers,
    },
    payload,
  });
  return { status: statusCode, body: text === '' ? undefined : JSON.parse(text) };
}

async function effects() {
  return {
    events: await world.sql('select event_key from mail_event order by 1'),
    states: await world.sql('select email_key, score from mail_address_state order by 1'),
  };
}

const event = (changes: object) =>
  JSON.stringify({ events: [{ type: 'bounce', address: KNOWN, ...changes }] });
const many = (count: number) =>
  JSON.stringify({ events: Array.from({ length: count }, () => ({ type: 'x', address: KNOWN })) });

const WRONG: [string, string | Buffer][] = [
  ['no body', ''],
  ['no JSON', 'type=bounce&address=known@example.org'],
  ['half of one', '{"events":['],
  ['two', '{}{}'],
  ['null', 'null'],
  ['a number', '7'],
  ['a text', '"bounce"'],
  ['a list', `[${event({})}]`],
  ['events that are an object', '{"events":{}}'],
  ['events that are null', '{"events":null}'],
  ['an event that is null', '{"events":[null]}'],
  ['an event that is a list', '{"events":[[]]}'],
  ['an event without a type', '{"events":[{"address":"known@example.org"}]}'],
  ['an event without an address', '{"events":[{"type":"bounce"}]}'],
  ['an unknown type', event({ type: 'opened' })],
  ['a type that is a number', event({ type: 1 })],
  ['an address that is a list', event({ address: [KNOWN] })],
  ['an address that is an object', event({ address: { $ne: '' } })],
  ['an empty address', event({ address: '' })],
  ['an address of 255 characters', event({ address: `${'a'.repeat(243)}@example.org` })],
  ['permanent as a text', event({ permanent: 'true' })],
  ['a detail that is a number', event({ detail: 550 })],
  ['a detail of 201 characters', event({ detail: 'x'.repeat(201) })],
  ['an unknown field', event({ uid: 1 })],
  ['an unknown field beside the events', '{"events":[],"all":true}'],
  ['a prototype', '{"__proto__":{"events":[]}}'],
  ['101 events', many(101)],
  ['a message that is an object', '{"message":{}}'],
  ['a message of 100 001 characters', JSON.stringify({ message: 'x'.repeat(100_001) })],
  ['10 000 brackets', '['.repeat(10_000)],
  [
    'Latin-1',
    Buffer.from('{"events":[{"type":"bounce","address":"k\u00e4@example.org"}]}', 'latin1'),
  ],
  ['UTF-16', Buffer.from(event({}), 'utf16le')],
  ['NUL bytes', Buffer.alloc(64)],
  ['NUL in an address', event({ address: 'known\u0000@example.org' })],
];

test.each(WRONG)(
  'a signed body that is wrong is refused and changes nothing: %s',
  async (_, body) => {
    const before = await effects();
    const { status, body: problem } = await post(body);
    expect([status, problem.code]).toEqual([expect.toSatisfy(isOurRefusal), expect.any(String)]);
    expect(await effects()).toEqual(before);
  },
);

const isOurRefusal = (status: number) => status >= 400 && status < 500;

test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'nonsense', ''])(
  'another type than JSON is refused: %j',
  async (type) => {
    const { status } = await post(event({}), { 'content-type': type });
    expect(status).toBe(415);
  },
);

test('a body above 512 kB is refused, signed or not', async () => {
  const huge = Buffer.alloc(WEBHOOK_BYTES_MAX + 1, ' ');
  expect((await post(huge)).status).toBe(413);
  expect((await post(huge, { 'webhook-signature': 'v1,x' })).status).toBe(413);
});

test.each([
  ['webhook-timestamp', ''],
  ['webhook-timestamp', 'now'],
  ['webhook-timestamp', 'NaN'],
  ['webhook-timestamp', 'Infinity'],
  ['webhook-timestamp', '1e400'],
  ['webhook-timestamp', '-1'],
  ['webhook-id', ''],
  ['webhook-id', 'x'.repeat(81)],
  ['webhook-id', '../x'],
])('a genuine signature with the header %s: %j is refused', async (name, value) => {
  expect((await post(event({}), { [name]: value })).status).toBe(401);
});

test('a replay has no effect: the same id within five minutes, and no longer afterwards', async () => {
  const body = event({ permanent: true, detail: '550 5.1.1' });
  const headers = { 'webhook-id': 'msg_replayed', 'webhook-timestamp': seconds() };
  expect((await post(body, headers)).body).toEqual({ taken: 1 });
  const after = await effects();
  expect(after.states).toEqual([{ email_key: KNOWN, score: 2 }]);
  const replays = await Promise.all(Array.from({ length: 20 }, () => post(body, headers)));
  expect(new Set(replays.map(({ body }) => body.taken))).toEqual(new Set([0]));
  world.wait(301);
  expect((await post(body, headers)).status).toBe(401);
  expect(await effects()).toEqual(after);
});

test('a body without events, odd characters and a hundred events are no errors', async () => {
  expect((await post('{}')).body).toEqual({ taken: 0 });
  expect((await post('{"events":[],"message":""}')).body).toEqual({ taken: 0 });
  const hundred = Array.from({ length: 100 }, (_, n) => ({
    type: 'complaint',
    address: `读者${n}@例子.example`,
  }));
  expect((await post(JSON.stringify({ events: hundred }))).body).toEqual({ taken: 0 });
  const surrogate = '{"events":[{"type":"bounce","address":"\\ud800@example.org"}]}';
  expect((await post(surrogate)).body).toEqual({ taken: 0 });
  expect((await post(`\uFEFF${event({})}`)).body).toEqual({ taken: 1 });
});
