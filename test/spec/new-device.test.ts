import { expect, test } from 'vitest';
import { createUser } from '../../src/users/actions/create-user.ts';
import { createMailWorld, kindsTo, mailsTo } from '../support/account-mail.ts';
import { PASSWORD } from '../support/world.ts';

const world = await createMailWorld();
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1';
const newDevices = async (email: string) =>
  (await mailsTo(world, email)).filter(({ kind }) => kind === 'new_device');

test('ASVS 6.3.5 a log-in on a new device sends a mail with device, browser, address and time', async () => {
  const member = await world.member();
  const phone = world.visitor({ ip: '198.51.100.4', user_agent: PHONE });
  await phone.logIn(member.email, PASSWORD);
  const [mail, ...more] = await newDevices(member.email);
  expect(more).toEqual([]);
  expect(mail?.data).toMatchObject({ browser: 'Safari', os: 'iOS', ip: '198.51.100.4' });
  expect(Date.parse(mail?.data.at)).toBeGreaterThan(0);
});

test('registering, and logging in again on the same device, send none', async () => {
  const member = await world.member();
  await member.post('/api/auth/logout');
  await member.logIn(member.email, PASSWORD);
  expect(await kindsTo(world, member.email)).toEqual(['verify_address']);
});

test('a device that is known to one account is new to another', async () => {
  const [one, two] = [await world.member(), await world.member()];
  const first = one.email;
  await one.logIn(two.email, PASSWORD);
  expect(await newDevices(two.email)).toHaveLength(1);
  expect(await newDevices(first)).toEqual([]);
});

test('a program without a device token causes one mail a day; with it none', async () => {
  const member = await world.member();
  for (let count = 0; count < 3; count++)
    await world.visitor().logIn(member.email, PASSWORD, 'bearer');
  expect(await newDevices(member.email)).toHaveLength(1);
  const program = world.visitor({ user_agent: 'curl/8.0' });
  const { device_token } = (await program.logIn(member.email, PASSWORD, 'bearer')).body;
  expect(await newDevices(member.email)).toHaveLength(2);
  const body = { email: member.email, password: PASSWORD, transport: 'bearer', device_token };
  await world.visitor({ user_agent: 'curl/9.0' }).post('/api/auth/login', body);
  expect(await newDevices(member.email)).toHaveLength(2);
});

test('a wrong password sends none', async () => {
  const member = await world.member();
  await world.visitor().logIn(member.email, 'a wrong guess');
  expect(await newDevices(member.email)).toEqual([]);
});

test('the first log-in of an account that the operator created sends none', async () => {
  const email = 'made.by.operator@example.org';
  const password_hash = await world.ctx.passwords.hash(PASSWORD);
  await world.ctx.tx((trx) =>
    createUser(trx, { email, password_hash, role: 'member', created_at: world.ctx.now() }),
  );
  await world.visitor().logIn(email, PASSWORD);
  expect(await newDevices(email)).toEqual([]);
  await world.visitor({ user_agent: PHONE }).logIn(email, PASSWORD);
  expect(await newDevices(email)).toHaveLength(1);
});

test('ASVS 6.3.7 a change of the password sends a mail, and the device that changed it stays known', async () => {
  const member = await world.member();
  const new_password = 'a new lamp at the gate';
  await member.put('/api/settings/password', { current_password: PASSWORD, new_password });
  expect(await kindsTo(world, member.email)).toEqual(['verify_address', 'password_changed']);
  await member.logIn(member.email, new_password);
  expect(await newDevices(member.email)).toEqual([]);
});

test('a deleted account that is restored on a new device sends one', async () => {
  const member = await world.member();
  await member.post('/api/settings/delete-account', { password: PASSWORD });
  const other = world.visitor({ user_agent: PHONE });
  const { restore_token } = (await other.logIn(member.email, PASSWORD)).body;
  await other.post('/api/auth/confirm-restore', { restore_token });
  expect(await newDevices(member.email)).toHaveLength(1);
});
