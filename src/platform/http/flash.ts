import type { FastifyReply } from 'fastify';
import { LOCALES, type Messages } from '../i18n.ts';
import { setCookie } from './cookies.ts';

/** The sentences that may be said once on the next page, `flash.*` in the locales. */
export type Flash = keyof Messages['flash'];

const SECONDS = 60;

/** Only the name of a sentence travels, so nobody can put words into the site's mouth. */
export function setFlash(reply: FastifyReply, flash: Flash): void {
  setCookie(reply, 'flash', flash, { maxAge: SECONDS, httpOnly: true, sameSite: 'lax' });
}

export function isFlash(text: string | undefined): text is Flash {
  return text !== undefined && Object.hasOwn(LOCALES['zh-CN'].flash, text);
}
