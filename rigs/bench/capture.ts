import { recordQueries } from '../query-plans/record-queries.ts';
import type { Call } from './generator.ts';
import type { Script } from './pgbench.ts';
import { type Drawn, toScript, typesOf } from './pgbench-script.ts';
import type { Site } from './site.ts';

/** The caller, and the post or member that the call is about. */
export type Subject = { uid?: number; post?: number; followed?: number };

export type Capture = {
  callers: [Subject, Subject];
  callOf(who: Subject): Promise<Call> | Call;
  /** The pgbench expression that draws each part. */
  draws: { [Part in keyof Subject]: string };
};

/**
 * Records the service's statements for one call as a pgbench script. The call is sent twice, as two callers, and recorded the
 * second time: statements that a process runs only once are not part of a call.
 */
export async function captureScript(
  { service }: Site,
  { callers, callOf, draws }: Capture,
): Promise<Script> {
  const send = async ({ method, path, headers = {}, body }: Call) => {
    const payload = body ? { payload: body } : {};
    const response = await service.app.inject({ method, url: path, headers, ...payload });
    if (response.statusCode >= 300)
      throw new Error(`${path} returned ${response.statusCode}: ${response.body}`);
  };
  const [first, second] = callers;
  await send(await callOf(first));
  // Built before recording begins: it may log a member in.
  const call = await callOf(second);
  const { queries } = await recordQueries(() => send(call));
  const client = await service.database.pool.connect();
  try {
    const statements = [];
    for (const one of queries) {
      const types = one.values.length > 0 ? await typesOf(client, one.text) : [];
      statements.push({ ...one, types });
    }
    const drawn: Drawn = {};
    for (const [part, captured] of Object.entries(second))
      drawn[part] = { captured, draw: draws[part as keyof Subject] ?? '' };
    return toScript(statements, drawn);
  } finally {
    client.release();
  }
}
