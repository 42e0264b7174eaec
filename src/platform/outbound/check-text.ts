import { randomUUID } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import { createBreaker } from '../breaker.ts';
import { sendPost } from './send-post.ts';
import { signWebhook } from './sign-webhook.ts';

/** After three failures within a minute nobody waits for the service; every half minute one text tries it. */
const BREAKER = { failures: 3, window_ms: 60_000, open_ms: 30_000 };
const REASON_MAX = 200;

export type TextToCheck = {
  kind: 'post' | 'comment' | 'profile';
  author: { uid: number; level: number };
  /** Of the author, for the reason. */
  locale: string;
  /** By their JSON pointers. */
  parts: Record<string, string>;
};

const Verdict = Type.Object({
  outcome: Type.Enum(['allow', 'hold', 'refuse']),
  reason: Type.Optional(Type.String()),
});
export type TextVerdict = Static<typeof Verdict>;

/** Asks the service of the operator about a text. Fails if there is no verdict in time. Never call it in a transaction. */
export type CheckText = (text: TextToCheck, at: Date) => Promise<TextVerdict>;

type Options = { url: string; key: Buffer; timeoutMs: number; allowsPrivate: boolean };

export function createTextCheck({ url, key, timeoutMs, allowsPrivate }: Options): CheckText {
  const breaker = createBreaker(BREAKER);
  return (text, at) =>
    breaker(async () => {
      const body = JSON.stringify({ type: 'text.check', timestamp: at.toISOString(), data: text });
      const headers = {
        'content-type': 'application/json',
        ...signWebhook({ id: `msg_${randomUUID()}`, at, body }, [key]),
      };
      const options = { allowsPrivate, timeoutMs };
      const response = await sendPost(new URL(url), { headers, body }, options);
      if (response.status !== 200) throw new Error(`the text check returned ${response.status}`);
      return readVerdict(response.body);
    });
}

function readVerdict(body: string): TextVerdict {
  const verdict: unknown = JSON.parse(body);
  if (!Value.Check(Verdict, verdict)) throw new Error('the text check returned no outcome');
  const reason = verdict.reason?.replace(/\p{Cc}+/gu, ' ').trim();
  return { outcome: verdict.outcome, ...(reason ? { reason: reason.slice(0, REASON_MAX) } : {}) };
}
