import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verifyIntegrity } from '../../src/integrity/actions.ts';
import { packagePath } from '../../src/paths.ts';
import { findDifferences } from '../support/integrity.ts';
import { SITE_SIDES } from '../support/site-energy.ts';
import { createWorld } from '../support/world.ts';

const world = await createWorld();
const MIGRATION = readFileSync(packagePath('migrations/0118-entries-of-members.sql'), 'utf8');

/** As every version before wrote them. */
const WITH_ENTRIES_OF_THE_SITE = `
  alter table energy_entry drop constraint energy_entry_of_member, alter column balance_after drop not null,
    add constraint energy_entry_members_have_balance check ((account_id > 0) = (balance_after is not null));
  insert into energy_entry (account_id, seq, transfer_id, delta, created_at)
  select account, id, id, delta, now() from ${SITE_SIDES};
  update energy_entry set created_at = transfer.created_at from energy_transfer transfer where transfer.id = transfer_id`;

const entries = () => world.sql('select * from energy_entry where account_id > 0 order by 1, 2');

/** The simple protocol: a transaction of its own, of which nothing stays when it fails. */
const migrate = () => world.sql(MIGRATION);

test('D38 the entries of the site are deleted only if every transfer states the same, and those of members stay', async () => {
  const one = await world.member({ exp: 1, transport: 'bearer' });
  await one.get('/api/energy/info');
  const post = { title: '夜航', body: '<p>灯火可亲。</p>' };
  const { id } = (await one.post('/api/studio/posts', post)).body;
  await one.delete(`/api/studio/posts/${id}`);
  const before = await entries();
  expect(before.map(({ delta }) => delta)).toEqual([1, -2]);
  await world.sql(WITH_ENTRIES_OF_THE_SITE);

  for (const [broken, undone] of [
    ['delta = -7 where account_id = -1', 'delta = -1 where account_id = -1'],
    ['account_id = -3 where account_id = -2', 'account_id = -2 where account_id = -3'],
  ]) {
    await world.sql(`update energy_entry set ${broken}`);
    await expect(migrate()).rejects.toThrow(/entries of the site differ from their transfers/);
    await world.sql(`update energy_entry set ${undone}`);
  }
  expect(await world.sql('select 1 from energy_entry where account_id < 0')).toHaveLength(2);
  await migrate();
  expect(await world.sql('select 1 from energy_entry where account_id < 0')).toEqual([]);
  expect(await entries()).toEqual(before);
  expect(findDifferences(await verifyIntegrity(world.ctx, { repair: false }))).toEqual([]);
});
