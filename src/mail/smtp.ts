import { PassThrough } from 'node:stream';
import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import { inSpan } from '../platform/tracing/tracing.ts';
import { LOGO_ID } from './rules.ts';
import { readSmtpUrl } from './smtp-url.ts';

/** A relay responds within a second; a hanging one must not occupy the jobs of a worker, nor delay its end. */
const CONNECT_MS = 5_000;
const GREETING_MS = 8_000;
const SILENCE_MS = 15_000;
/** As many as a worker runs jobs. */
const CONNECTIONS = 4;
const MAILS_PER_CONNECTION = 200;
/** After this many lost connections in a row no mail is tried for a while: each try would occupy a job until its timeout. */
const MAX_LOST = 4;
const PAUSE_MS = 15_000;

type Envelope = { from: string; to: string };

/** Everything is checked before: one recipient, and no line break in a header. */
export type SmtpMessage = {
  envelope: Envelope;
  /** Without brackets. */
  message_id: string;
  dsn_id: string;
  from: { name: string; address: string };
  subject: string;
  date: Date;
  text: string;
  html: string;
  headers: Record<string, string>;
  /** Shown in the HTML, without a request to anywhere. */
  logo?: Buffer;
};

/** Why a mail was not accepted. */
export class SmtpFailure extends Error {
  /** `refused`: never try again. `deferred`: the server asks to try later. `lost`: there was no response. */
  readonly kind: 'refused' | 'deferred' | 'lost';
  /** The whole text had been sent, so the server may have accepted it. */
  readonly mayBeSent: boolean;

  constructor(kind: SmtpFailure['kind'], reason: string, mayBeSent = false) {
    super(reason);
    this.kind = kind;
    this.mayBeSent = mayBeSent;
  }
}

type Smtp = { transporter: Transporter; lost: number; pausedUntil: number };

const servers = new WeakMap<Config, Promise<Smtp>>();

export async function assertNotPaused(config: Config): Promise<void> {
  const smtp = await servers.get(config);
  if (smtp && performance.now() < smtp.pausedUntil)
    throw new SmtpFailure('lost', 'the SMTP server did not respond to the last mails');
}

/** Throws an SmtpFailure unless the server has accepted the mail. */
export function sendBySmtp(config: Config, message: SmtpMessage): Promise<void> {
  const attributes = { 'server.address': new URL(config.SMTP_URL).hostname };
  return inSpan('SMTP', { kind: 'client', attributes }, () => send(config, message));
}

async function send(config: Config, message: SmtpMessage): Promise<void> {
  const smtp = await openSmtp(config);
  const progress = { isTextSent: false };
  try {
    await smtp.transporter.sendMail({ ...toNodemailer(message), progress } as object);
    smtp.lost = 0;
  } catch (error) {
    const failure = readFailure(error, progress.isTextSent);
    countLost(smtp, failure);
    throw failure;
  }
}

/** Connects, starts TLS and logs in, without a mail. */
export async function verifySmtp(config: Config): Promise<void> {
  const { transporter } = await openSmtp(config);
  await transporter.verify();
}

export async function closeSmtp(config: Config): Promise<void> {
  const smtp = await servers.get(config);
  servers.delete(config);
  smtp?.transporter.close();
}

function openSmtp(config: Config): Promise<Smtp> {
  const open = servers.get(config) ?? createSmtp(config);
  servers.set(config, open);
  return open;
}

async function createSmtp(config: Config): Promise<Smtp> {
  // Imported only here: web processes and sites without mail need not load it.
  const { createTransport } = await import('nodemailer');
  const transporter = createTransport({
    ...readSmtpUrl(config.SMTP_URL),
    pool: true,
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    // The job repeats it, and counts that it may be a double.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transporter.use('stream', watchText);
  return { transporter: transporter as Transporter, lost: 0, pausedUntil: 0 };
}

type Watched = {
  data: { progress?: { isTextSent: boolean } };
  message: { transform(create: () => PassThrough): void };
};

/** The end is read only after the server has asked for the text. */
function watchText(mail: unknown, done: (error?: Error | null) => void): void {
  const { data, message } = mail as Watched;
  message.transform(() => {
    const stream = new PassThrough();
    stream.once('end', () => {
      if (data.progress) data.progress.isTextSent = true;
    });
    return stream;
  });
  done();
}

function toNodemailer(message: SmtpMessage) {
  const { envelope, dsn_id, message_id, headers, logo, ...content } = message;
  return {
    ...content,
    ...(logo ? { attachments: [attachLogo(logo)] } : {}),
    envelope: { from: envelope.from, to: [envelope.to] },
    to: { name: '', address: envelope.to },
    messageId: `<${message_id}>`,
    dsn: { id: dsn_id, return: 'headers', notify: ['failure'] },
    // Wrapped lines break the DKIM signature of some relays.
    headers: Object.entries(headers).map(([key, value]) => ({
      key,
      value: { prepared: true, foldLines: false, value },
    })),
  };
}

function attachLogo(content: Buffer) {
  const disposition = { contentDisposition: 'inline', contentType: 'image/png' } as const;
  return { filename: 'logo.png', content, cid: LOGO_ID, ...disposition };
}

type NodemailerError = Error & { code?: string; responseCode?: number; response?: string };

/** These concern our account at the relay or the connection, not the recipient: the operator repairs them meanwhile. */
const OURS = ['EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EDNS', 'ECONNECTION', 'ESOCKET', 'ETIMEDOUT'];
const RESPONSE_MAX = 200;

function readFailure(error: unknown, isTextSent: boolean): SmtpFailure {
  const { code = '', responseCode, response, message } = error as NodemailerError;
  const reason = clean(response ?? `${code} ${message}`);
  if (responseCode === undefined) return new SmtpFailure('lost', reason, isTextSent);
  if (responseCode >= 500 && !OURS.includes(code)) return new SmtpFailure('refused', reason);
  return new SmtpFailure('deferred', reason);
}

function clean(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, RESPONSE_MAX);
}

function countLost(smtp: Smtp, failure: SmtpFailure): void {
  smtp.lost = failure.kind === 'lost' ? smtp.lost + 1 : 0;
  if (smtp.lost >= MAX_LOST) smtp.pausedUntil = performance.now() + PAUSE_MS;
}
