import { createApp } from '../../src/app.ts';
import type { Context, Role, UserStatus } from '../../src/context.ts';
import type { App } from '../../src/platform/http/app-types.ts';
import type { Services } from '../../src/services.ts';
import { setRole, setStatus } from '../../src/users/actions/change-user.ts';
import { atEnd } from './cleanup.ts';
import { type Client, newClient } from './client.ts';
import { openTestServices, type TestServices } from './test-services.ts';

export { BASE_URL } from './test-services.ts';

export const PASSWORD = 'correct horse battery';

export type World = Pick<TestServices, 'logged' | 'wait' | 'sql'> & {
  app: App;
  ctx: Context;
  /** Turns the review switch, as the owner would. */
  review(enabled: boolean): Promise<void>;
  visitor(options?: { ip?: string; user_agent?: string }): Client;
  member(options?: MemberOptions): Promise<Client>;
};

type MemberOptions = {
  email?: string;
  role?: Role;
  status?: UserStatus;
  exp?: number;
  transport?: 'cookie' | 'bearer';
  ip?: string;
};

let people = 0;

/** The real service on a database of its own. Only the clock is ours to move, and what `prepare` changes. */
export async function createWorld(
  settings: Record<string, string> = {},
  prepare: (services: Services) => void = () => {},
): Promise<World> {
  const { services, close, ...support } = await openTestServices({
    LIMIT_REGISTER: 'off',
    ...settings,
  });
  prepare(services);
  const app = await createApp(services);
  await app.ready();
  atEnd(async () => {
    await app.close();
    await close();
  });

  const world: World = {
    app,
    ctx: services.ctx,
    ...support,
    review: async (enabled) => {
      await support.sql(
        `insert into site_setting (key, value, updated_at) values ('audit.enabled', $1, now())
         on conflict (key) do update set value = excluded.value`,
        [enabled],
      );
    },
    visitor: (options) => newClient(app, options),
    member: async ({
      email = `person${++people}@example.org`,
      transport,
      exp,
      role,
      status,
      ip,
    } = {}) => {
      const client = newClient(app, ip ? { ip } : {});
      const { uid } = await client.register(email, PASSWORD, transport);
      if (exp) {
        await support.sql(
          `with noted as (
             insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
             values ($2, $1, $1, 'opening', 'opening', now()) returning uid
           ) update users set exp = $1 from noted where users.uid = noted.uid`,
          [exp, uid],
        );
      }
      if (role) await services.ctx.tx((trx) => setRole(trx, uid, role));
      if (status) {
        await services.ctx.tx((trx) => setStatus(trx, uid, status));
        await client.logIn(email, PASSWORD, transport);
      }
      return client;
    },
  };
  return world;
}
