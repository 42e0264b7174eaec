/** What happened to a mail after the relay had accepted it. */
export type MailReport = {
  kind: 'hard' | 'soft' | 'complaint';
  /** Codes of the other server; never a text of a person. */
  detail: string;
};

const STOP_SCORE = 4;
const SCORES = { soft: 1, hard: 2, complaint: STOP_SCORE };
const FORGET_DAYS = 30;
const DAY_MS = 24 * 3600 * 1000;

export type AddressScore = { score: number; bounced_at: Date | null };

/** One report never disables an address, except a complaint: mailboxes are full and servers misconfigured at times. */
export function scoreReport(
  state: AddressScore,
  { kind }: MailReport,
  now: Date,
): { score: number; isDisabled: boolean } {
  const isOld =
    state.bounced_at === null || now.getTime() - state.bounced_at.getTime() > FORGET_DAYS * DAY_MS;
  const score = Math.min((isOld ? 0 : state.score) + SCORES[kind], 100);
  return { score, isDisabled: score >= STOP_SCORE };
}

/** Policy, quota and the mail system of the other side are not the fault of the address. */
const NOT_THE_ADDRESS = /^5\.(2\.2|2\.3|3\.|4\.|5\.|6\.|7\.)/;

export function kindOfStatus(status: string): 'hard' | 'soft' {
  return status.startsWith('5.') && !NOT_THE_ADDRESS.test(status) ? 'hard' : 'soft';
}

/** The enhanced status code in a response such as `550 5.1.1 no such user`. */
export function statusOf(response: string): string | undefined {
  return /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1];
}

const MESSAGE_MAX = 200_000;

/**
 * Reads a report of RFC 3464 (undelivered) or RFC 5965 (complaint). Undefined: it is neither, such as an automatic
 * response of a person on holiday, or only a delay.
 */
export function readReport(message: string): MailReport | undefined {
  const text = message.slice(0, MESSAGE_MAX).replaceAll('\r\n', '\n');
  const type = headerOf(text.split('\n\n', 1)[0] ?? '', 'content-type') ?? '';
  if (!/^multipart\/report\b/i.test(type)) return undefined;
  const complaint = partOf(text, 'message/feedback-report');
  if (complaint !== undefined) {
    const feedback = headerOf(complaint, 'feedback-type') ?? 'abuse';
    return /^not-spam/i.test(feedback) ? undefined : { kind: 'complaint', detail: code(feedback) };
  }
  const status = partOf(text, 'message/delivery-status');
  return status === undefined ? undefined : readDelivery(status);
}

function readDelivery(part: string): MailReport | undefined {
  const [, action = ''] = /^action:\s*(\w+)/im.exec(part) ?? [];
  const [, status = ''] = /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(part) ?? [];
  if (action.toLowerCase() !== 'failed' || !status) return undefined;
  const [, diagnostic = ''] = /^diagnostic-code:[^;\n]*;\s*(\d{3})\b/im.exec(part) ?? [];
  return { kind: kindOfStatus(status), detail: `${diagnostic} ${status}`.trim() };
}

function code(text: string): string {
  return text.replaceAll(/[^\w.-]/g, '').slice(0, 40);
}

function headerOf(head: string, name: string): string | undefined {
  const unfolded = head.replaceAll(/\n[ \t]+/g, ' ');
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfolded)?.[1];
}

/** The text of the first part of this type, which is never encoded (RFC 3464, RFC 5965: 7bit). */
function partOf(text: string, type: string): string | undefined {
  const at = text.search(new RegExp(`^content-type:[ \\t]*${type}\\b`, 'im'));
  if (at < 0) return undefined;
  const start = text.indexOf('\n\n', at);
  const end = text.indexOf('\n--', start);
  return start < 0 ? undefined : text.slice(start + 2, end < 0 ? undefined : end);
}
