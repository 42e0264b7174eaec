import type { DeclaredRoute } from '../../../src/platform/http/app-types.ts';
import { isUnsafe } from '../../../src/platform/http/csrf.ts';
import { LIMIT_NAMES } from '../../../src/platform/limits/rules.ts';
import type { RefusalCode } from '../../../src/refusals.ts';
import type { Client } from '../../support/client.ts';
import { createFullMember, createStaff, type FullMember } from '../../support/full-member.ts';
import { sampleUrl } from '../../support/sample-requests.ts';
import { createWorld, PASSWORD, type World } from '../../support/world.ts';

export const ACTORS = ['anonymous', 'member', 'banned', 'admin', 'owner'] as const;
export type Actor = (typeof ACTORS)[number];

/** A site with one row of every kind, and one client of every role. */
export type FuzzSite = { world: World; routes: DeclaredRoute[]; fullMember: FullMember } & Record<
  Actor,
  Client
>;

/** The rate limits are off: a run sends thousands of requests, and other tests cover the limits. */
const UNLIMITED = Object.fromEntries(
  LIMIT_NAMES.map((name) => [`LIMIT_${name.toUpperCase()}`, 'off']),
);

export async function createFuzzSite(): Promise<FuzzSite> {
  const world = await createWorld(UNLIMITED);
  const staff = await createStaff(world);
  const fullMember = await createFullMember(world, staff, { tag: 'full', ip: '198.51.100.7' });
  const [owner, admin] = [world.visitor(), world.visitor()];
  await owner.logIn(staff.owner.email, PASSWORD);
  await admin.logIn(staff.admin.email, PASSWORD);
  const member = await world.member({ exp: 2000 });
  // The first request of the day checks the member in; later requests write nothing else.
  await member.get('/api/level/info');
  return {
    world,
    routes: world.app.routes,
    fullMember,
    anonymous: world.visitor(),
    member,
    banned: await world.member({ exp: 2000, status: 'banned' }),
    admin,
    owner,
  };
}

/** The code with which the guards refuse the actor, or undefined if they admit it. */
export function refusalFor(
  { access, method }: DeclaredRoute,
  actor: Actor,
): RefusalCode | undefined {
  if (access === 'public' || access === 'optional') return undefined;
  if (actor === 'anonymous') return 'unauthenticated';
  if (access !== 'member' && actor !== 'owner' && (access === 'owner' || actor !== 'admin'))
    return 'role_required';
  return actor === 'banned' && isUnsafe(method) ? 'banned' : undefined;
}

export function named(routes: DeclaredRoute[]): [string, DeclaredRoute][] {
  return routes.map((one) => [`${one.method} ${one.url}`, one]);
}

const PAGE_PARAMETERS: Record<string, string> = { choice: 'en', name: 'lamp.svg', '*': 'x' };

/** A URL that fits the route's schema. Pages declare no parameters, so they get known values. */
export function addressOf({ route }: DeclaredRoute): string {
  if ((route.schema as { params?: unknown } | undefined)?.params) return sampleUrl(route);
  return route.url.replace(
    /:(\w+)|\*/g,
    (_, name: string | undefined) => PAGE_PARAMETERS[name ?? '*'] ?? '1',
  );
}
