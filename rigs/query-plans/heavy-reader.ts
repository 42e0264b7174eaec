import type { Context } from '../../src/context.ts';
import type { App } from '../../src/platform/http/app-types.ts';
import { setPasswordHash } from '../../src/users/actions/change-user.ts';
import { HEAVY_UID } from './fill.ts';

const PASSWORD = 'a lamp for the long night';

/** Logs the heavy member in, and returns a function that sends their GET requests. */
export async function heavyReader(app: App, ctx: Context) {
  const hash = await ctx.passwords.hash(PASSWORD);
  await ctx.tx((trx) => setPasswordHash(trx, HEAVY_UID, hash));
  const email = `m${HEAVY_UID}@example.org`;
  const entered = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: PASSWORD, transport: 'bearer' },
  });
  const { access_token } = entered.json();
  if (!access_token) throw new Error(`the heavy member cannot log in: ${entered.body}`);
  return async (url: string) => {
    const headers = { authorization: `Bearer ${access_token}` };
    const result = await app.inject({ method: 'GET', url, headers });
    const isJson = String(result.headers['content-type']).includes('json');
    return { status: result.statusCode, body: isJson ? result.json() : {} };
  };
}
