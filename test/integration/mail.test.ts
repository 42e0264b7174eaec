import { expect, test } from 'vitest';
import { enqueueMail } from '../../src/mail/actions/enqueue-mail.ts';
import type { MailKind } from '../../src/mail/rules.ts';
import { runMailJobs, startSmtp } from '../support/smtp.ts';
import { createWorld } from '../support/world.ts';

const smtp = await startSmtp();
const world = await createWorld(smtp.settings);
let causes = 0;

async function enqueue(email: string, kind: MailKind = 'test', cause = `test:${++causes}`) {
  await world.ctx.tx((trx) =>
    enqueueMail(world.ctx, trx, { kind, cause, to: { uid: null, email, locale: 'zh-CN' } }),
  );
}

async function rowOf(email: string) {
  const [row] = await world.sql('select * from mail where address = $1 order by id desc', [email]);
  return row;
}

test('D63 a mail arrives as text and HTML, marked as automatic', async () => {
  await enqueue('reader@example.org');
  const mail = await smtp.nextMailTo(world, 'reader@example.org');
  expect(mail.subject).toBe('测试邮件：灯火可以发信了');
  expect(mail.from).toMatchObject({ name: '灯火', address: 'lamplight@lamplight.example' });
  expect(mail.to).toEqual([{ name: '', address: 'reader@example.org' }]);
  expect(mail.text).toContain('收到这封信');
  expect(mail.html).toContain('收到这封信');
  expect(mail.header('auto-submitted')).toBe('auto-generated');
  expect(mail.header('list-unsubscribe')).toBeUndefined();
  expect(mail.messageId).toMatch(/^<[\w-]{32}@lamplight\.example>$/);
  expect(await rowOf('reader@example.org')).toMatchObject({ state: 'sent', attempts: 1 });
});

test('a transaction that rolls back sends none, and one cause sends one', async () => {
  const rolledBack = world.ctx.tx(async (trx) => {
    const to = { uid: null, email: 'nobody@example.org' };
    await enqueueMail(world.ctx, trx, { kind: 'test', cause: 'rolled back', to });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await Promise.all(
    Array.from({ length: 50 }, () => enqueue('once@example.org', 'test', 'one cause')),
  );
  expect(await runMailJobs(world)).toEqual([]);
  expect(await runMailJobs(world)).toEqual([]);
  expect(smtp.mailsTo('nobody@example.org')).toEqual([]);
  expect(smtp.mailsTo('once@example.org')).toHaveLength(1);
});

test('a refused recipient fails for good with the code of the server; a deferred one is tried again as the same mail', async () => {
  smtp.behave('refuse', 'unknown@example.org');
  smtp.behave('refuse_text', 'spam@example.org');
  smtp.behave('defer', 'later@example.org');
  for (const name of ['unknown', 'spam', 'later']) await enqueue(`${name}@example.org`);
  const failures = await runMailJobs(world);
  expect(failures.map(({ message }) => message)).toEqual(['451 4.7.1 try again later']);
  expect(await rowOf('unknown@example.org')).toMatchObject({
    state: 'failed',
    error: '550 5.1.1 no such user',
  });
  expect(await rowOf('spam@example.org')).toMatchObject({
    state: 'failed',
    error: '554 5.7.1 looks like spam',
  });
  expect(await rowOf('later@example.org')).toMatchObject({ state: 'queued', attempts: 1 });
  smtp.behave('accept', 'later@example.org');
  await smtp.nextMailTo(world, 'later@example.org');
  const row = await rowOf('later@example.org');
  expect(row).toMatchObject({ state: 'sent', attempts: 2, is_doubtful: false, error: null });
});

test('a connection that is lost before the text is no double; one lost after it is counted, with the same identity', async () => {
  smtp.behave('drop', 'early@example.org');
  smtp.behave('lose', 'late@example.org');
  await enqueue('early@example.org');
  await enqueue('late@example.org');
  expect(await runMailJobs(world)).toHaveLength(2);
  expect(await rowOf('early@example.org')).toMatchObject({ state: 'queued', is_doubtful: false });
  expect(await rowOf('late@example.org')).toMatchObject({ state: 'queued', is_doubtful: true });
  for (const name of ['early', 'late']) smtp.behave('accept', `${name}@example.org`);
  expect(await runMailJobs(world)).toEqual([]);
  expect(smtp.mailsTo('early@example.org')).toHaveLength(1);
  const [first, second] = smtp.mailsTo('late@example.org');
  expect(second?.messageId).toBe(first?.messageId);
  expect(second?.date).toBe(first?.date);
});

test('a mail found in the middle of a try is sent again and counted as doubtful', async () => {
  await enqueue('crash@example.org');
  await world.sql("update mail set state = 'sending' where address = 'crash@example.org'");
  await smtp.nextMailTo(world, 'crash@example.org');
  expect(await rowOf('crash@example.org')).toMatchObject({ state: 'sent', is_doubtful: true });
});

test.each([
  'a@example.org,b@example.org',
  'ok@example.org\r\nRCPT TO:<x@example.org>',
  'ok@example.org\nBcc: x@example.org',
  '"quoted, name"@example.org',
  '<x@example.org>',
  'x@example.org>\r\nDATA',
  'x@[127.0.0.1]',
  'x@example.org%0d%0a',
  'x y@example.org',
])('header injection: %j is no address, and is reported', async (address) => {
  const before = smtp.tries.length;
  await enqueue(address);
  expect(await runMailJobs(world)).toEqual([]);
  expect(smtp.tries).toHaveLength(before);
  expect(await rowOf(address)).toMatchObject({
    state: 'failed',
    error: 'the address is not valid',
  });
});
