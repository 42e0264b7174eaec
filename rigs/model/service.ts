import { expect } from 'vitest';
import { openSession } from '../../src/accounts/actions/open-session.ts';
import { moveEnergy } from '../../src/energy/actions.ts';
import { MINT } from '../../src/energy/rules.ts';
import { calendarDay, startOfDay } from '../../src/platform/clock.ts';
import type { RefusalCode } from '../../src/refusals.ts';
import { createUser } from '../../src/users/actions/create-user.ts';
import { getUser } from '../../src/users/actions/find-user.ts';
import type { Client } from '../../test/support/client.ts';
import type { World } from '../../test/support/world.ts';
import { arrive, type Member, type Model, newMember } from './model.ts';

const DAY_SECONDS = 24 * 3600;
const MORNING_SECONDS = 8 * 3600;

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type ApiResponse = Awaited<ReturnType<Client['send']>>;
export type Request = { method: Method; url: string; body?: unknown };

/** The service as the commands use it. */
export type Service = { world: World; clients: Client[]; staff: Client; visitor: Client };

/**
 * The members of each run: one at Lv0, one with energy to spend, and one just below a level. Every run has new members, so none has to
 * clean up.
 */
const BEGINNINGS = [
  { exp: 0, energy: 0 },
  { exp: 1, energy: 25 },
  { exp: 180, energy: 7 },
];
let runs = 0;

/** Moves the clock away from midnight: it runs during the commands, and only `tomorrow` may change the day. */
export function waitForMorning(world: World): void {
  const now = world.ctx.now().getTime();
  const today = startOfDay(calendarDay(world.ctx.now())).getTime();
  const passed = (now - today) / 1000;
  world.wait((DAY_SECONDS + MORNING_SECONDS - passed) % DAY_SECONDS);
}

export async function begin(
  world: World,
  staff: Client,
): Promise<{ model: Model; service: Service }> {
  runs += 1;
  world.logged.length = 0;
  const clients = BEGINNINGS.map(() => world.visitor());
  const service = { world, clients, staff, visitor: world.visitor() };
  const model: Model = {
    run: runs,
    day: calendarDay(world.ctx.now()),
    audit: false,
    members: [],
    posts: [],
  };
  model.members = await Promise.all(
    BEGINNINGS.map(async ({ exp, energy }, index) => {
      const uid = await openAccount(world, `run${runs}-${index}@example.org`, exp, energy);
      await signIn(world, clients[index] as Client, uid);
      return newMember(index, uid, exp, energy);
    }),
  );
  await signIn(world, staff, staff.uid);
  await setAudit(service, false);
  return { model, service };
}

/** As registration does it, but without the password hash, which would take longer than the run. */
async function openAccount(
  world: World,
  email: string,
  exp: number,
  energy: number,
): Promise<number> {
  const { ctx } = world;
  const created_at = ctx.now();
  const uid = await ctx.tx(async (trx) => {
    const user = await createUser(trx, { email, password_hash: '-', role: 'member', created_at });
    if (energy > 0) {
      await moveEnergy(trx, {
        cause: `opening:${user.uid}`,
        reason: 'adjust',
        from: MINT,
        to: user.uid,
        amount: energy,
        created_at,
      });
    }
    return user.uid;
  });
  if (exp > 0) {
    await world.sql(
      `with noted as (
         insert into exp_entry (uid, delta, exp_after, reason, cause, created_at)
         values ($2, $1, $1, 'opening', 'opening', $3)
       )
       update users set exp = $1 where uid = $2`,
      [exp, uid, created_at],
    );
  }
  return uid;
}

async function signIn(world: World, client: Client, uid: number): Promise<void> {
  const caller = { ip: null, user_agent: 'model', transport: 'bearer' } as const;
  const { ctx } = world;
  const tokens = await ctx.tx(async (trx) =>
    openSession(ctx, trx, await getUser(trx, uid), caller, 'password'),
  );
  client.uid = uid;
  client.tokens = { access: tokens.access_token };
}

/** A day later; sessions do not last that long. */
export async function tomorrow(model: Model, service: Service): Promise<void> {
  service.world.wait(DAY_SECONDS);
  model.day = calendarDay(service.world.ctx.now());
  for (const member of model.members) endBanIfOver(model, member);
  const clients = [...service.clients, service.staff];
  await Promise.all(clients.map((client) => signIn(service.world, client, client.uid)));
}

/** D68: a day later no worker has run, but the next request finds that the ban is over. */
function endBanIfOver(model: Model, member: Member): void {
  if (member.ban_ends_on === null || member.ban_ends_on > model.day) return;
  member.banned = false;
  member.ban_ends_on = null;
}

/** SPEC §3: a change of status ends the sessions; the banned may log in again. `days`: D68, for so long. */
export async function setBanned(
  service: Service,
  member: Member,
  banned: boolean,
  days?: number,
): Promise<void> {
  const status = banned ? 'banned' : 'active';
  const url = `/api/admin/users/${member.uid}/status`;
  const length = days === undefined ? {} : { days };
  const set = await service.staff.put(url, { status, reason: '广告', ...length });
  expect([set.status, set.body.status]).toEqual([200, status]);
  await expectSessionsEnded(service, member);
}

/** The staff's last decision, within the hour. */
export async function undoLast({ world, staff }: Service): Promise<void> {
  const [last] = await world.sql('select max(log_id) as id from staff_undo where actor_uid = $1', [
    staff.uid,
  ]);
  const undone = await staff.post(`/api/admin/decisions/${last?.['id']}/undo`);
  expect([undone.status, undone.body?.code]).toEqual([204, undefined]);
}

export async function expectSessionsEnded(service: Service, member: Member): Promise<void> {
  const ended = await clientOf(service, member).get('/api/energy/info');
  expect(ended.status).toBe(401);
  await signIn(service.world, clientOf(service, member), member.uid);
}

export async function setAudit(service: Service, value: boolean): Promise<void> {
  const set = await service.staff.put('/api/admin/site-settings/audit.enabled', { value });
  expect([set.status, set.body.value]).toEqual([200, value]);
}

export function clientOf(service: Service, member: Member): Client {
  return service.clients[member.index] as Client;
}

/**
 * Sends one request of a member. It may check the member in first; then `stops` lists every rule that forbids it, and the service may
 * refuse with any of them.
 */
export async function sendChecked(
  model: Model,
  service: Service,
  member: Member,
  request: Request & { stops?: () => RefusalCode[] },
): Promise<ApiResponse | undefined> {
  const isWrite = request.method !== 'GET';
  // D36: the check-in route itself does not check in implicitly.
  if (request.url !== '/api/level/checkin') arrive(model, member);
  const stops: RefusalCode[] = isWrite && member.banned ? ['banned'] : (request.stops?.() ?? []);
  const response = await sendAs(service, member, request);
  if (stops.length === 0) {
    expect([response.status, response.body?.code]).toEqual([
      expect.toSatisfy(isSuccess),
      undefined,
    ]);
    return response;
  }
  expect(stops, response.text).toContain(response.body?.code);
  return undefined;
}

export function sendAs(service: Service, member: Member, request: Request): Promise<ApiResponse> {
  return clientOf(service, member).send(request.method, request.url, request.body);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}
