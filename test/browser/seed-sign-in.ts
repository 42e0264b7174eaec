import { createResetLink } from '../../src/account-mail/actions/request-reset.ts';
import { unsubscribePath } from '../../src/digest/actions/unsubscribe.ts';
import { storePending } from '../../src/identities/actions/attempts.ts';
import type { Client } from '../support/client.ts';
import { turnOnTotp } from '../support/factors.ts';
import type { Site } from './site.ts';

/** Pages show everything that mail and other providers add. Nothing is sent and nobody is asked. */
export const SIGN_IN = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'lamplight@lamplight.example',
  GITHUB_CLIENT_ID: 'lamplight',
  GITHUB_CLIENT_SECRET: 'the secret of this site at GitHub',
};

export type SignIn = {
  /** Logs in with an authenticator app. */
  careful: Client;
  /** Comes back from a provider for the first time. */
  arriving: Client;
  resetPath: string;
  unsubscribePath: string;
};

export async function seedSignIn(site: Site): Promise<SignIn> {
  const careful = await site.member({ email: 'careful@example.org' });
  await turnOnTotp(site, careful);
  const arriving = site.visitor();
  const { browser } = await storePending(site.ctx, {
    provider: 'github',
    next: '/',
    profile: {
      issuer: 'https://github.com',
      subject: '7',
      email: 'arriving@example.org',
      email_verified: true,
      name: 'arriving',
    },
  });
  arriving.cookies.set('sign_in', browser);
  return {
    careful,
    arriving,
    resetPath: new URL(await createResetLink(site.ctx, careful.uid)).pathname,
    unsubscribePath: unsubscribePath(site.ctx.secrets, careful.uid),
  };
}
