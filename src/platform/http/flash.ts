import type { FastifyReply } from 'fastify';
import { LOCALES, type Messages } from '../i18n.ts';
import { setCookie } from './cookies.ts';

/** Messages that the next page shows once, `flash.*` in the locales. */
export type Flash = keyof Messages['flash'];

const SECONDS = 60;

/** The cookie contains a message key, not a text, so a forged one cannot inject content. */
export function setFlash(reply: FastifyReply, flash: Flash): void {
  setCookie(reply, 'flash', flash, { maxAge: SECONDS, httpOnly: true, sameSite: 'lax' });
}

export function isFlash(text: string | undefined): text is Flash {
  return text !== undefined && Object.hasOwn(LOCALES['zh-CN'].flash, text);
}
