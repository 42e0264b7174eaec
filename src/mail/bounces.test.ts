import { expect, test } from 'vitest';
import { kindOfStatus, readReport, scoreReport, statusOf } from './bounces.ts';

/** As Postfix 3.7 wrote it, shortened. */
const POSTFIX = `Return-Path: <>
From: MAILER-DAEMON@relay.example (Mail Delivery System)
To: bounce+7.0123456789abcdef0123@lamplight.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="AB.1/relay.example"

This is a MIME-encapsulated message.

--AB.1/relay.example
Content-Type: text/plain; charset=us-ascii

<gone@example.org>: host mx.example.org: 550 5.1.1 no such user

--AB.1/relay.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; relay.example
Original-Envelope-Id: 7.0123456789abcdef0123

Final-Recipient: rfc822; gone@example.org
Action: failed
Status: 5.1.1
Remote-MTA: dns; mx.example.org
Diagnostic-Code: smtp; 550 5.1.1 no such user

--AB.1/relay.example
Content-Type: text/rfc822-headers

Subject: Test
--AB.1/relay.example--
`;

const COMPLAINT = `To: abuse@lamplight.example
Content-Type: multipart/report; report-type=feedback-report; boundary=x

--x
Content-Type: message/feedback-report

Feedback-Type: abuse
User-Agent: Provider/1.0
Version: 1

--x--
`;

test('a report of a real server is read, with either kind of line ends', () => {
  const expected = { kind: 'hard', detail: '550 5.1.1' };
  expect(readReport(POSTFIX)).toEqual(expected);
  expect(readReport(POSTFIX.replaceAll('\n', '\r\n'))).toEqual(expected);
  expect(readReport(POSTFIX.replaceAll('5.1.1', '4.2.2'))).toMatchObject({ kind: 'soft' });
  expect(readReport(POSTFIX.replaceAll('5.1.1', '5.7.1'))).toMatchObject({ kind: 'soft' });
  expect(readReport(COMPLAINT)).toEqual({ kind: 'complaint', detail: 'abuse' });
});

test('a delay, an automatic response of a person and nonsense are no reports', () => {
  expect(readReport(POSTFIX.replace('failed', 'delayed'))).toBeUndefined();
  expect(readReport(POSTFIX.replace('multipart/report', 'multipart/mixed'))).toBeUndefined();
  expect(readReport(COMPLAINT.replace('abuse\nUser', 'not-spam\nUser'))).toBeUndefined();
  for (const text of ['', '\n\n', 'To: x\n\nhello', POSTFIX.slice(0, 400)])
    expect(readReport(text)).toBeUndefined();
});

test('two hard or four soft reports within 30 days disable an address, a complaint at once', () => {
  const now = new Date('2026-11-18T12:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000);
  const report = (kind: 'hard' | 'soft' | 'complaint') => ({ kind, detail: '' });
  const none = { score: 0, bounced_at: null };
  expect(scoreReport(none, report('hard'), now)).toEqual({ score: 2, isDisabled: false });
  const once = { score: 2, bounced_at: ago(29) };
  expect(scoreReport(once, report('hard'), now)).toEqual({ score: 4, isDisabled: true });
  const long = { score: 3, bounced_at: ago(31) };
  expect(scoreReport(long, report('soft'), now)).toEqual({ score: 1, isDisabled: false });
  expect(scoreReport(none, report('complaint'), now).isDisabled).toBe(true);
});

test('codes that concern the sender or a full mailbox are soft', () => {
  for (const status of ['5.1.1', '5.1.10', '5.2.1', '5.0.0'])
    expect(kindOfStatus(status)).toBe('hard');
  for (const status of ['5.7.1', '5.2.2', '4.1.1', '5.3.0'])
    expect(kindOfStatus(status)).toBe('soft');
  expect(statusOf('550 5.1.1 no such user')).toBe('5.1.1');
  expect(statusOf('550 no')).toBeUndefined();
});
