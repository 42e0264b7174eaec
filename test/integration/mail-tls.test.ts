import { createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { closeSmtp, type SmtpFailure, sendBySmtp, verifySmtp } from '../../src/mail/smtp.ts';
import { hasBinary } from '../support/binaries.ts';
import { createAuthority, trustAuthority } from '../support/certificates.ts';
import { atEnd } from '../support/cleanup.ts';
import { startSmtp } from '../support/smtp.ts';
import { createWorld } from '../support/world.ts';

/** Loopback, but not the address that counts as this machine. */
const HOST = '127.0.0.2';
const RECIPIENT = 'reader@example.org';
const auth = { user: 'lamplight', pass: 'a secret of the relay' };
const { ctx } = await createWorld();
let config = ctx.config;

function use(url: string): void {
  config = { ...ctx.config, SMTP_URL: url, MAIL_FROM: 'lamplight@lamplight.example' };
}

/** Undefined: the server has accepted the mail. */
async function send(): Promise<SmtpFailure | undefined> {
  const message = {
    envelope: { from: 'lamplight@lamplight.example', to: RECIPIENT },
    message_id: 'one@lamplight.example',
    dsn_id: 'one',
    from: { name: 'Lamplight', address: 'lamplight@lamplight.example' },
    subject: 'One',
    date: new Date(),
    text: 'https://lamplight.example/reset#secret',
    html: '<p>https://lamplight.example/reset#secret</p>',
    headers: {},
  };
  return sendBySmtp(config, message).then(
    () => undefined,
    (failure) => failure,
  );
}

afterEach(() => closeSmtp(config));

describe.skipIf(!hasBinary('openssl'))(
  'D63, ASVS 12.3.1 mail goes to another machine only over TLS',
  () => {
    const authority = createAuthority();
    const names = `IP:${HOST},DNS:mail.example`;
    trustAuthority(authority);

    test('STARTTLS and TLS from the start are used, with the password inside', async () => {
      for (const secure of [false, true]) {
        const smtp = await startSmtp({ host: HOST, auth, secure, tls: authority.issue(names) });
        use(smtp.url);
        expect(await send()).toBeUndefined();
        expect(smtp.mails.map(({ isEncrypted }) => isEncrypted)).toEqual([true]);
        expect(smtp.passwords).toEqual([auth.pass]);
        await verifySmtp(config);
        await closeSmtp(config);
      }
    });

    test.each([
      ['nobody vouches for', () => createAuthority().issue(names), /certificate|signature/],
      ['is of another name', () => authority.issue('DNS:other.example'), /altnames/],
      ['has expired', () => authority.issue(names, -1), /expired/],
    ])('a certificate that %s is refused; the mail waits', async (_, issue, reason) => {
      for (const secure of [false, true])
        for (const query of secure ? [''] : ['', '?tls=opportunistic']) {
          const smtp = await startSmtp({ host: HOST, secure, tls: issue() });
          use(`${smtp.url}${query}`);
          const failure = await send();
          expect(failure).toMatchObject({ kind: 'lost', mayBeSent: false });
          expect(failure?.message).toMatch(reason);
          expect(smtp.tries).toEqual([]);
          await closeSmtp(config);
        }
    });

    test('another name of the server is checked if the address names it', async () => {
      const smtp = await startSmtp({ host: HOST, tls: authority.issue('DNS:mail.example') });
      use(`${smtp.url}?tls.servername=mail.example`);
      expect(await send()).toBeUndefined();
      expect(smtp.mails[0]?.isEncrypted).toBe(true);
    });

    test('on this machine with a name for the certificate, STARTTLS is required too', async () => {
      const smtp = await startSmtp({ tls: authority.issue('DNS:mail.example') });
      use(`${smtp.url}?tls.servername=mail.example`);
      expect(await send()).toBeUndefined();
      expect(smtp.mails[0]?.isEncrypted).toBe(true);
      const plain = await startSmtp();
      await closeSmtp(config);
      use(`${plain.url}?tls.servername=mail.example`);
      expect((await send())?.kind).toBe('deferred');
      expect(plain.tries).toEqual([]);
    });

    test('?tls=opportunistic uses STARTTLS where it is offered', async () => {
      const smtp = await startSmtp({ host: HOST, tls: authority.issue(names) });
      use(`${smtp.url}?tls=opportunistic`);
      expect(await send()).toBeUndefined();
      expect(smtp.mails[0]?.isEncrypted).toBe(true);
    });
  },
);

test('D63 a downgrade is refused: without an offer of STARTTLS neither the mail nor the password is sent', async () => {
  for (const login of [undefined, auth]) {
    const smtp = await startSmtp({ host: HOST, ...(login ? { auth: login } : {}) });
    use(smtp.url);
    const failure = await send();
    // The operator repairs it meanwhile; the mail waits.
    expect(failure?.kind).toBe('deferred');
    expect(failure?.message).toMatch(/STARTTLS|not (implemented|recognized)|disabled/i);
    expect([smtp.tries, smtp.passwords]).toEqual([[], []]);
    await closeSmtp(config);
  }
});

test('?tls=opportunistic sends to a relay of the own network without TLS, but never a password', async () => {
  const open = await startSmtp({ host: HOST });
  use(`${open.url}?tls=opportunistic`);
  expect(await send()).toBeUndefined();
  expect(open.mails[0]?.isEncrypted).toBe(false);
  await closeSmtp(config);
  const smtp = await startSmtp({ host: HOST, auth });
  use(`${smtp.url}?tls=opportunistic`);
  expect((await send())?.kind).toBe('deferred');
  expect([smtp.tries, smtp.passwords]).toEqual([[], []]);
});

test('responses that were sent before the encryption do not count after it', async () => {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write('220 relay.example\r\n');
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      received.push(text);
      if (text.startsWith('EHLO')) socket.write('250-relay.example\r\n250 STARTTLS\r\n');
      // What somebody on the way adds in clear text, to be taken for the responses of the server.
      if (text.startsWith('STARTTLS'))
        socket.write('220 go\r\n250-relay.example\r\n250 AUTH PLAIN\r\n235 welcome\r\n250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, HOST, resolve));
  atEnd(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  use(`smtp://lamplight:secret@${HOST}:${port}`);
  expect((await send())?.kind).toBe('lost');
  expect(received.join('')).not.toMatch(/AUTH|MAIL FROM/);
});
