import { h } from 'preact';
import { openSession } from '../../src/accounts/actions/open-session.ts';
import { addGuards } from '../../src/accounts/guards.ts';
import type { Transport } from '../../src/accounts/tokens.ts';
import type { Context, Role, UserStatus, Viewer } from '../../src/context.ts';
import { addExp } from '../../src/levels/actions.ts';
import type { App } from '../../src/platform/http/app-types.ts';
import { createHttp } from '../../src/platform/http/create-http.ts';
import { createCsrfToken } from '../../src/platform/http/csrf.ts';
import { addErrorHandler } from '../../src/platform/http/errors.ts';
import { setStatus } from '../../src/users/actions/change-user.ts';
import { createUser } from '../../src/users/actions/create-user.ts';
import { atEnd } from './cleanup.ts';
import { openTestServices } from './test-services.ts';

export type Person = Viewer & {
  access: string;
  refresh: string;
  /** The headers of an unsafe request. */
  headers: Record<string, string>;
};

type PersonOptions = { role?: Role; status?: UserStatus; exp?: number; transport?: Transport };

/** The service with only the given routes: it starts fast. */
export async function createMinimalApp(
  edges: (app: App) => void,
  settings: Record<string, string> = {},
) {
  const { services, close, ...support } = await openTestServices(settings);
  const { ctx } = services;
  const app = await createHttp(ctx, services.database, { draining: false }, services.listener);
  addErrorHandler(
    app,
    (visit, refusal) => h('p', null, `${refusal.code} ${visit.visitor?.uid ?? ''}`),
    async (request) => {
      request.visitor = request.viewer as never;
    },
  );
  addGuards(app);
  edges(app);
  await app.ready();
  atEnd(async () => {
    await app.close();
    await close();
  });

  return {
    app,
    ctx,
    listener: services.listener,
    ...support,
    person: (options: PersonOptions = {}) => openPerson(ctx, options),
  };
}

let people = 0;

async function openPerson(
  ctx: Context,
  { role = 'member', status = 'active', exp = 0, transport = 'cookie' }: PersonOptions,
): Promise<Person> {
  return ctx.tx(async (trx) => {
    const now = ctx.now();
    const email = `person${++people}@example.org`;
    const user = await createUser(trx, { email, password_hash: 'none', role, created_at: now });
    const { uid } = user;
    if (exp > 0)
      await addExp(trx, { uid, delta: exp, reason: 'opening', cause: 'opening', created_at: now });
    if (status !== 'active') await setStatus(trx, uid, status);
    const { session, access_token, refresh_token } = await openSession(
      ctx,
      trx,
      { ...user, status },
      { ip: null, user_agent: '', transport },
      'password',
    );
    return {
      ...{ uid, role, status, exp, session_id: session.id, checked_in_on: null },
      access: access_token,
      refresh: refresh_token,
      headers:
        transport === 'bearer'
          ? { authorization: `Bearer ${access_token}` }
          : {
              cookie: `sid=${access_token}`,
              'x-csrf-token': createCsrfToken(ctx.secrets, session.id),
            },
    };
  });
}
