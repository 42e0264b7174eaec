import { randomToken, type Secrets } from '../platform/secrets.ts';

export type Transport = 'cookie' | 'bearer';
export type TokenKind = 'access' | 'refresh';
export type ParsedToken = { uid: number; session_id: string; generation: number; mac: string };

const FORM = /^v2\.([1-9]\d{0,15})\.([A-Za-z0-9_-]{22})\.([1-9]\d{0,8})\.([A-Za-z0-9_-]{43})$/;
const SESSION_ID_BYTES = 16;

type TokenSession = { uid: number; id: string; salt: Buffer; transport: string };

/**
 * A token can be computed again from the session's row and a key the database does not have. So a stolen
 * copy of the database contains no usable token, an old token is verified before we act on it, and a repeated
 * refresh returns the very same child instead of forking the chain. The uid shows which server has the row.
 */
export function mintToken(
  secrets: Secrets,
  kind: TokenKind,
  session: TokenSession,
  generation: number,
): string {
  const mac = secrets.sign(kind, message(session, generation));
  return `v2.${session.uid}.${session.id}.${generation}.${mac}`;
}

export function isGenuine(
  secrets: Secrets,
  kind: TokenKind,
  session: TokenSession,
  token: ParsedToken,
): boolean {
  return secrets.verify(kind, message(session, token.generation), token.mac);
}

export function parseToken(text: string | undefined): ParsedToken | undefined {
  const [, owner, session_id, generation, mac] = FORM.exec(text ?? '') ?? [];
  const uid = Number(owner);
  if (!session_id || !generation || !mac || !Number.isSafeInteger(uid)) return undefined;
  return { uid, session_id, generation: Number(generation), mac };
}

export function createSessionId(): string {
  return randomToken(SESSION_ID_BYTES);
}

/** The transport is part of the signed message: a cookie's token is invalid as a bearer token. */
function message(session: TokenSession, generation: number): Buffer {
  return Buffer.concat([
    Buffer.from(`${session.transport}|${session.uid}|${session.id}|${generation}|`),
    session.salt,
  ]);
}
