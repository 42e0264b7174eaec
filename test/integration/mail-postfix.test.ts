import { describe, expect, test } from 'vitest';
import { enqueueMail } from '../../src/mail/actions/enqueue-mail.ts';
import { readReport } from '../../src/mail/bounces.ts';
import { hasBinary } from '../support/binaries.ts';
import { waitFor } from '../support/child.ts';
import { operatorOf, settingsOf } from '../support/lamplight.ts';
import { canRunPostfix, startPostfix } from '../support/postfix.ts';
import { runMailJobs, startSmtp } from '../support/smtp.ts';
import { createWorld } from '../support/world.ts';

const BOUNCES = 'bounce@lamplight.example';
/** How the server of the recipient responds, and what the report of Postfix must mean. */
const RECIPIENTS = [
  ['gone@example.org', 'refuse', { kind: 'hard', detail: '550 5.1.1' }],
  ['policy@example.org', 'refuse_text', { kind: 'soft', detail: '554 5.7.1' }],
  ['busy@example.org', 'defer', { kind: 'soft', detail: '451 4.7.1' }],
] as const;

describe.skipIf(!hasBinary('postfix') || !canRunPostfix())('behind a real Postfix', async () => {
  // It has the mailboxes of the recipients, and the one that reports are sent to.
  const next = await startSmtp();
  const postfix = await startPostfix({ next: next.url });
  const settings = {
    SMTP_URL: postfix.url,
    MAIL_FROM: 'lamplight@lamplight.example',
    MAIL_BOUNCE_ADDRESS: BOUNCES,
  };
  const world = await createWorld(settings);
  const lamplight = operatorOf({ ...settingsOf(world.ctx.config), ...settings });
  let causes = 0;

  async function send(email: string): Promise<number> {
    await world.ctx.tx((trx) =>
      enqueueMail(world.ctx, trx, {
        kind: 'test',
        cause: `postfix:${++causes}`,
        to: { uid: null, email },
      }),
    );
    expect(await runMailJobs(world)).toEqual([]);
    const [mail] = await world.sql('select id, state from mail order by id desc limit 1');
    // The relay has accepted it; what becomes of it comes as a report.
    expect(mail?.['state']).toBe('sent');
    return Number(mail?.['id']);
  }

  const reportOf = (id: number) =>
    next.mails.find(({ envelope }) => envelope.to.some((to) => to.startsWith(`bounce+${id}.`)));

  test('D63 a mail goes through it unchanged', async () => {
    await send('reader@example.org');
    await waitFor(() => next.mailsTo('reader@example.org').length > 0);
    const [mail] = next.mailsTo('reader@example.org');
    expect(mail?.text).toContain('收到这封信');
    expect(mail?.html).toContain('收到这封信');
    expect(mail?.header('auto-submitted')).toBe('auto-generated');
  });

  test.each(RECIPIENTS)(
    'D63 its report about %s is counted, once',
    async (address, behavior, meaning) => {
      next.behave(behavior, address);
      const id = await send(address);
      await waitFor(
        () => reportOf(id) !== undefined,
        () => `the report about ${address}`,
      );
      const report = reportOf(id);
      // RFC 3464: a report has no sender, so that nobody reports about it.
      expect(report?.envelope.from).toBe('');
      expect(report?.raw).toContain('Original-Envelope-Id: ');
      expect(readReport(report?.raw ?? '')).toEqual(meaning);
      const taken = await lamplight('mail bounce', { input: report?.raw ?? '' });
      expect(taken).toEqual({ code: 0, stdout: 'The report is counted.\n', stderr: '' });
      expect((await lamplight('mail bounce', { input: report?.raw ?? '' })).stdout).toContain(
        'a repetition',
      );
      const [state] = await world.sql('select * from mail_address_state where email_key = $1', [
        address,
      ]);
      expect(state).toMatchObject({
        score: meaning.kind === 'hard' ? 2 : 1,
        detail: meaning.detail,
        disabled_at: null,
      });
    },
  );

  test('D63 the second permanent report disables the address, and nothing more is sent', async () => {
    const id = await send('gone@example.org');
    await waitFor(() => reportOf(id) !== undefined);
    await lamplight('mail bounce', { input: reportOf(id)?.raw ?? '' });
    const tries = next.tries.length;
    await world.ctx.tx((trx) =>
      enqueueMail(world.ctx, trx, {
        kind: 'test',
        cause: 'postfix:last',
        to: { uid: null, email: 'gone@example.org' },
      }),
    );
    await runMailJobs(world);
    const [last] = await world.sql('select state, error from mail order by id desc limit 1');
    expect(last).toEqual({ state: 'dropped', error: 'the address is disabled: bounce' });
    expect(next.tries).toHaveLength(tries);
  });
});
