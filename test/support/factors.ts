import { stepAt, totpCode } from '../../src/second-factors/rules.ts';
import type { Client } from './client.ts';
import type { World } from './world.ts';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** An authenticator app: what it shows now, or some steps of 30 seconds earlier or later. */
export type App = { codeAt(steps?: number): string };

export async function turnOnTotp(world: World, member: Client): Promise<App & { codes: string[] }> {
  const { setup, secret } = (await member.get('/api/settings/totp')).body;
  const bytes = fromBase32(secret);
  const codeAt = (steps = 0) => totpCode(bytes, stepAt(world.ctx.now()) + steps);
  const response = await member.put('/api/settings/totp', { setup, code: codeAt() });
  if (response.status !== 200) throw new Error(response.text);
  // The code that turned it on works no more.
  world.wait(30);
  return { codeAt, codes: response.body.recovery_codes };
}

export function fromBase32(text: string): Buffer {
  const bits = [...text].map((c) => BASE32.indexOf(c).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}

/** The ids of the events of a member, oldest first. */
export async function eventsOf(world: World, uid: number): Promise<string[]> {
  const rows = await world.sql('select kind from security_event where uid = $1 order by id', [uid]);
  return rows.map((row) => String(row['kind']));
}

export async function mailedChanges(world: World, uid: number): Promise<string[]> {
  const rows = await world.sql(
    `select data ->> 'change' as change from mail where uid = $1 and kind = 'factors_changed' order by id`,
    [uid],
  );
  return rows.map((row) => String(row['change']));
}
