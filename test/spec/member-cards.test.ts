import { expect, test } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { JOBS } from '../../src/jobs.ts';
import { addExp } from '../../src/levels/actions.ts';
import { setBanOver, setStatus } from '../../src/users/actions/change-user.ts';
import { markDeleted, markRestored } from '../../src/users/actions/delete-user.ts';
import { createFullMember, createStaff } from '../support/full-member.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld({ LIMIT_SENSITIVE: 'off' });
const { ctx } = world;

async function cardOf(uid: number) {
  const [card] = await world.sql('select * from member_card where uid = $1', [uid]);
  return card ?? {};
}

/** What `verify` finds; empty if every card is what the member's row is. */
async function wrongCards() {
  const { checks } = await verifyIntegrity(ctx, { repair: false });
  return checks.find(({ name }) => name === 'member cards')?.differences;
}

test('ADR 0073 every card is right after a member used every feature, left, came back and was purged', async () => {
  const { client, canaries } = await createFullMember(world, await createStaff(world), {
    tag: 'card',
    ip: '198.51.100.73',
  });
  const { uid } = client;
  expect(await wrongCards()).toEqual([]);
  const { username, signature, avatar_key } = await cardOf(uid);
  expect([username, signature]).toEqual([canaries.name, canaries.signature]);
  expect(avatar_key).toMatch(/^avatar\//);

  await ctx.tx((trx) => setStatus(trx, uid, 'banned'));
  expect(await wrongCards()).toEqual([]);
  expect(await cardOf(uid)).toMatchObject({ state: 'banned' });
  await ctx.tx((trx) => setBanOver(trx, uid));
  expect(await wrongCards()).toEqual([]);
  await ctx.tx((trx) => markDeleted(trx, uid, ctx.now()));
  expect(await wrongCards()).toEqual([]);
  expect(await cardOf(uid)).toMatchObject({ state: 'deleted' });
  await ctx.tx((trx) => markRestored(trx, uid));
  expect(await wrongCards()).toEqual([]);
  expect(await cardOf(uid)).toMatchObject({ state: 'active' });

  await ctx.tx((trx) => markDeleted(trx, uid, ctx.now()));
  world.wait(31 * 24 * 3600);
  await JOBS.tasks['accounts_purge']?.(ctx, {});
  expect(await cardOf(uid)).toMatchObject({ username: null, avatar_key: null, signature: '' });
  expect(await wrongCards()).toEqual([]);
});

test('ADR 0073 exp changes the card only with a new level', async () => {
  const { uid } = await world.member();
  const before = await cardOf(uid);
  expect(before).toMatchObject({ level: 0, state: 'active' });
  const gain = (cause: string, delta: number) =>
    ctx.tx((trx) => addExp(trx, { uid, delta, reason: 'task', cause, created_at: ctx.now() }));
  await gain('one', 1);
  const first = await cardOf(uid);
  expect(first).toEqual({ ...before, level: 1, version: Number(before['version']) + 1 });
  await gain('two', 198);
  expect(await cardOf(uid)).toEqual(first);
  await gain('three', 301);
  expect(await cardOf(uid)).toMatchObject({ level: 3 });
  expect(await wrongCards()).toEqual([]);
});
