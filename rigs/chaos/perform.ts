import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { isError, judgeOutcome, readAttempt } from './classify.ts';
import type { Member } from './community.ts';
import type { Attempt, Draft, History, Operation, Reported } from './history.ts';

/** Longer than the proxy's timeout, so that the proxy gives up first. */
const CLIENT_MS = 25_000;
const PAUSE_MS = 250;

export type Sender = {
  readonly history: History;
  url(): string;
  random(): number;
};

const agent = new Agent({
  connections: 400,
  pipelining: 1,
  keepAliveTimeout: 5_000,
  headersTimeout: CLIENT_MS,
  bodyTimeout: CLIENT_MS,
  connectTimeout: 5_000,
});

export type Reply = { attempt: Attempt; body: Record<string, unknown> };

let count = 0;

function newOperation(history: History, member: Member, draft: Draft): Operation {
  const id = `op${(++count).toString(36)}`;
  const invoked = history.now();
  const session = member.session ? { session_id: member.session.id } : {};
  const begun = {
    invoked,
    ended: invoked,
    outcome: 'unknown' as const,
    attempts: [],
    reported: {},
  };
  return { ...draft, id, uid: member.uid, ...begun, ...session };
}

/**
 * Sends an operation, and retries once with the same key if it failed. `until resolved` retries without limit, for operations that
 * all later ones depend on.
 */
export async function perform(
  sender: Sender,
  member: Member,
  draft: Draft,
  patience: 'one retry' | 'until responded' = 'one retry',
): Promise<Operation> {
  const operation = newOperation(sender.history, member, mark(draft));
  sender.history.invoke(operation);
  await attempt(sender, member, operation);
  for (let retry = 0; isOpen(operation); retry++) {
    if (patience === 'one retry' && retry > 0) break;
    await sleep(PAUSE_MS * (1 + sender.random()));
    await attempt(sender, member, operation);
  }
  return operation;
}

/** Whether a client would retry. */
function isOpen({ attempts, outcome }: Operation): boolean {
  const last = attempts.at(-1);
  if (outcome === 'ok' || !last) return false;
  return isError(last) || readAttempt(last) === 'open';
}

/** Sends one attempt and records its result. */
export async function attempt(
  { history, url }: Pick<Sender, 'history' | 'url'>,
  member: Member,
  operation: Operation,
  atRest = false,
): Promise<Reply> {
  const response = await send(url(), history, member, operation);
  operation.attempts.push(response.attempt);
  operation.ended = response.attempt.ended;
  operation.outcome = judgeOutcome(operation.attempts, atRest);
  if (readAttempt(response.attempt) === 'done')
    operation.reported = readReported(operation, response.body);
  history.complete(operation, response.attempt);
  if (operation.outcome === 'ok') member.adopt(operation, response.body);
  return response;
}

async function send(
  url: string,
  history: History,
  member: Member,
  { id, method, path, body, kind }: Operation,
): Promise<Reply> {
  const at = history.now();
  const bearer = member.session && kind !== 'login' && kind !== 'refresh';
  const content = body && fill(body, id);
  try {
    const response = await request(url + path, {
      method,
      dispatcher: agent,
      headers: {
        'user-agent': 'lamplight chaos',
        ...(method === 'GET' ? {} : { 'idempotency-key': id }),
        ...(bearer ? { authorization: `Bearer ${member.session?.access}` } : {}),
        ...(content ? { 'content-type': 'application/json' } : {}),
      },
      ...(content ? { body: JSON.stringify(content) } : {}),
    });
    const text = await response.body.text();
    const json = String(response.headers['content-type']).includes('json');
    const read = json && text ? (JSON.parse(text) as Record<string, unknown>) : {};
    const served = String(response.headers['x-served-by'] ?? '');
    return {
      attempt: {
        at,
        ended: history.now(),
        status: response.statusCode,
        code: String(read['code'] ?? ''),
        replayed: response.headers['idempotent-replayed'] === 'true',
        tries: served.split(',').length,
      },
      body: read,
    };
  } catch (error) {
    const code = String((error as { code?: string }).code ?? error);
    const attempt = { at, ended: history.now(), status: 0, code, replayed: false, tries: 1 };
    return { attempt, body: {} };
  }
}

/** Placeholder for the operation's id in its body. */
const ID = '{id}';

function fill(body: object, id: string): object {
  return JSON.parse(JSON.stringify(body).replaceAll(ID, id)) as object;
}

function mark(draft: Draft): Draft {
  const marked: Partial<Record<Draft['kind'], object>> = {
    comment: { body: ID },
    write: { title: ID, body: `<p>${ID}</p>` },
    save: { title: '第二版', body: `<p>${ID}</p>` },
    rename: { username: ID },
    ban: { status: 'banned', reason: ID },
    unban: { status: 'active', reason: ID },
  };
  const body = marked[draft.kind];
  return body ? { ...draft, body: { ...draft.body, ...body } } : draft;
}

function readReported({ kind }: Operation, body: Record<string, unknown>): Reported {
  const number = (name: string) => Number(body[name]);
  switch (kind) {
    case 'energize':
      return { used: number('used'), balance: number('balance') };
    case 'like':
    case 'dislike':
    case 'look':
      return { state: String(body['state']) };
    case 'follow':
      return { on: body['i_follow'] === true };
    case 'favorite':
      return { on: body['favorited'] === true };
    case 'checkin':
      return { awarded: body['awarded'] === true };
    case 'comment':
    case 'write':
      return { id: number('id') };
    case 'login':
    case 'refresh':
    case 'password':
      return {
        session_id: String(body['session_id']),
        generation: Number(String(body['refresh_token']).split('.').at(-2)),
      };
    default:
      return {};
  }
}
