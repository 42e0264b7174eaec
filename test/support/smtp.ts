import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { JOBS } from '../../src/jobs.ts';
import { waitFor } from './child.ts';
import { atEnd } from './cleanup.ts';
import type { World } from './world.ts';

/** `lose`: accepts the whole text and breaks the connection instead of a response, so the sender cannot tell. */
type Behavior = 'accept' | 'refuse' | 'defer' | 'hang' | 'drop' | 'lose' | 'refuse_text';

type ReceivedMail = Email & {
  raw: string;
  envelope: { from: string; to: string[] };
  isEncrypted: boolean;
  /** The value of a header, or undefined. */
  header(name: string): string | undefined;
};

export type TestSmtp = {
  url: string;
  /** For `createWorld`. */
  settings: Record<string, string>;
  /** All accepted mails, the oldest first. */
  mails: ReceivedMail[];
  /** How the server treats a recipient from now on, or for so many tries; without a recipient, all of them. */
  behave(behavior: Behavior, recipient?: string, times?: number): void;
  /** Recipients of every try, whatever came of it. */
  tries: string[];
  /** Passwords that were sent. */
  passwords: string[];
  /** Runs the due mail jobs of the world, and returns the oldest mail to the address that was not returned before. */
  nextMailTo(world: World, address: string): Promise<ReceivedMail>;
  mailsTo(address: string): ReceivedMail[];
  /** Breaks all connections and refuses new ones. */
  stop(): Promise<void>;
  /** After `stop`, at the same address. */
  start(): Promise<void>;
};

type Options = {
  /** Store only the envelope and the Message-ID, for many mails. */
  isBrief?: boolean;
  auth?: { user: string; pass: string };
  tls?: { key: string; cert: string };
  secure?: boolean;
  /** Another loopback address than 127.0.0.1 counts as another machine. */
  host?: string;
};

/** A real SMTP server on the loopback address, without TLS and log-in unless the options add them. */
export async function startSmtp(options: Options = {}): Promise<TestSmtp> {
  const host = options.host ?? '127.0.0.1';
  const mails: ReceivedMail[] = [];
  const tries: string[] = [];
  const passwords: string[] = [];
  const returned = new Set<ReceivedMail>();
  const behaviors = new Map<string, { behavior: Behavior; times: number }>();
  const behaviorOf = (recipient: string) =>
    (behaviors.get(recipient) ?? behaviors.get(''))?.behavior ?? 'accept';
  const endTry = (recipient: string) => {
    const current = behaviors.get(recipient);
    if (current && --current.times <= 0) behaviors.delete(recipient);
  };
  const create = () =>
    new SMTPServer({
      logger: false,
      secure: options.secure ?? false,
      ...(options.tls ?? {}),
      disabledCommands: [...(options.tls ? [] : ['STARTTLS']), ...(options.auth ? [] : ['AUTH'])],
      authOptional: !options.auth,
      disableReverseLookup: true,
      onAuth: ({ username, password }, _session, done) => {
        passwords.push(password ?? '');
        const isRight = username === options.auth?.user && password === options.auth?.pass;
        done(isRight ? null : respond(535, 'wrong user or password'), { user: username });
      },
      onRcptTo: ({ address }, session, done) => {
        tries.push(address);
        const behavior = behaviorOf(address);
        if (['refuse', 'defer', 'hang', 'drop'].includes(behavior)) endTry(address);
        if (behavior === 'refuse') return done(respond(550, '5.1.1 no such user'));
        if (behavior === 'defer') return done(respond(451, '4.7.1 try again later'));
        if (behavior === 'hang') return;
        if (behavior === 'drop') return breakConnection(session.id);
        return done();
      },
      onData: (stream, session, done) => {
        const receive = async () => {
          const raw = String(await buffer(stream));
          const to = session.envelope.rcptTo.map(({ address }) => address);
          const behavior = behaviorOf(to[0] ?? '');
          endTry(to[0] ?? '');
          if (behavior === 'refuse_text') return done(respond(554, '5.7.1 looks like spam'));
          const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
          const mail = await readMail(raw, { from, to }, options.isBrief ?? false);
          mails.push({ ...mail, isEncrypted: session.secure });
          if (behavior === 'lose') return breakConnection(session.id);
          done();
        };
        // A client that was killed does not send its text to the end.
        receive().catch((error: Error) => done(error));
      },
    });
  let server = create();
  const breakConnection = (id: string) => {
    for (const connection of server.connections)
      if (connection.id === id)
        (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
  };
  const listen = (port: number) => {
    server.on('error', () => {});
    return new Promise<void>((resolve) => void server.listen(port, host, resolve));
  };
  await listen(0);
  const { port } = server.server.address() as AddressInfo;
  const stop = () => {
    for (const connection of server.connections) breakConnection(connection.id);
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  };
  atEnd(stop);

  const login = options.auth
    ? `${options.auth.user}:${encodeURIComponent(options.auth.pass)}@`
    : '';
  const url = `${options.secure ? 'smtps' : 'smtp'}://${login}${host}:${port}`;
  const mailsTo = (address: string) =>
    mails.filter(({ envelope }) => envelope.to.includes(address));
  return {
    url,
    settings: { SMTP_URL: url, MAIL_FROM: 'lamplight@lamplight.example' },
    mails,
    tries,
    passwords,
    behave: (behavior, recipient = '', times = Number.POSITIVE_INFINITY) =>
      void behaviors.set(recipient, { behavior, times }),
    mailsTo,
    async nextMailTo(world, address) {
      await runMailJobs(world);
      const next = () => mailsTo(address).find((mail) => !returned.has(mail));
      await waitFor(
        () => next() !== undefined,
        () => `a mail to ${address}`,
        10,
      );
      const mail = next() as ReceivedMail;
      returned.add(mail);
      return mail;
    },
    stop,
    start() {
      server = create();
      return listen(port);
    },
  };
}

/** Runs every waiting mail job once, as a worker would; those that fail stay in the queue. Returns the failures. */
export async function runMailJobs(world: World): Promise<Error[]> {
  const jobs = await world.sql(
    `select job.id, job.payload from graphile_worker._private_jobs job
       join graphile_worker._private_tasks task on task.id = job.task_id
      where task.identifier = 'mail_send' order by job.id`,
  );
  const failures: Error[] = [];
  for (const { id, payload } of jobs) {
    try {
      await JOBS.tasks['mail_send']?.(world.ctx, payload as Record<string, unknown>);
      await world.sql('delete from graphile_worker._private_jobs where id = $1', [id]);
    } catch (error) {
      failures.push(error as Error);
    }
  }
  return failures;
}

async function readMail(
  text: string,
  envelope: ReceivedMail['envelope'],
  isBrief: boolean,
): Promise<Omit<ReceivedMail, 'isEncrypted'>> {
  const raw = isBrief ? `${/^Message-ID: .*$/im.exec(text)?.[0]}\r\n\r\n` : text;
  const email = await PostalMime.parse(raw);
  const header = (name: string) =>
    email.headers.find(({ key }) => key === name.toLowerCase())?.value;
  return { ...email, raw, envelope, header };
}

function respond(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}
