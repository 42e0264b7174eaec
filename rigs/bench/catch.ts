import { watchQueries } from '../query-plans/watch.ts';
import type { Call } from './generator.ts';
import type { Script } from './pgbench.ts';
import type { Site } from './site.ts';
import { type Drawn, toScript, typesOf } from './twin-script.ts';

/** Who calls, and about whom or what. */
export type Who = { uid?: number; post?: number; followed?: number };

export type Catch = {
  callers: [Who, Who];
  callOf(who: Who): Promise<Call> | Call;
  /** How pgbench draws each part. */
  draws: { [Part in keyof Who]: string };
};

/**
 * What the service asks of the database for one call, as a script for pgbench. It is called twice, as two callers, and
 * heard the second time: what it asks only once in its life is no part of a call.
 */
export async function catchScript(
  { service }: Site,
  { callers, callOf, draws }: Catch,
): Promise<Script> {
  const send = async ({ method, path, headers = {}, body }: Call) => {
    const payload = body ? { payload: body } : {};
    const answer = await service.app.inject({ method, url: path, headers, ...payload });
    if (answer.statusCode >= 300)
      throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`);
  };
  const [first, second] = callers;
  await send(await callOf(first));
  // Made before anybody listens, since it may log somebody in.
  const call = await callOf(second);
  const { asked } = await watchQueries(() => send(call));
  const client = await service.database.pool.connect();
  try {
    const statements = [];
    for (const one of asked) {
      const types = one.values.length > 0 ? await typesOf(client, one.text) : [];
      statements.push({ ...one, types });
    }
    const drawn: Drawn = {};
    for (const [part, caught] of Object.entries(second))
      drawn[part] = { caught, draw: draws[part as keyof Who] ?? '' };
    return toScript(statements, drawn);
  } finally {
    client.release();
  }
}
