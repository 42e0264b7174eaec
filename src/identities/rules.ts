const MINUTE = 60;

/** How long a person may take at the provider. */
export const ATTEMPT_SECONDS = 10 * MINUTE;
/** How long an identity without an account waits for the form. */
export const COMPLETE_SECONDS = 30 * MINUTE;
export const IDENTITIES_MAX = 10;
/** How much the clocks of a provider and of this site may differ. */
const CLOCK_SKEW_SECONDS = 60;
const LABEL_MAX = 254;
/** OpenID Connect Core, 2: at most 255 ASCII characters. */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;
/** As `Email` of accounts/schema.ts. */
const EMAIL = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const EMAIL_MAX = 254;

/** What a provider reports about a person who signed in there. */
export type Profile = {
  issuer: string;
  subject: string;
  email?: string | undefined;
  email_verified: boolean;
  name?: string | undefined;
  /** When the person last showed the provider who they are, if it reports that. */
  auth_time?: Date | undefined;
};

/** Checked whatever the provider: a stored subject must be one that identifies, and an address one that is mailed. */
export function readProfile(profile: Profile): Profile | undefined {
  if (!SUBJECT.test(profile.subject)) return undefined;
  const email = profile.email?.trim();
  const isAddress = email !== undefined && email.length <= EMAIL_MAX && EMAIL.test(email);
  return {
    issuer: profile.issuer,
    subject: profile.subject,
    email_verified: isAddress && profile.email_verified,
    ...(isAddress ? { email } : {}),
    ...(profile.name ? { name: cleanText(profile.name) } : {}),
    ...(profile.auth_time ? { auth_time: profile.auth_time } : {}),
  };
}

/** The address, else the name, else the subject. */
export function labelOf({ email, name, subject }: Profile): string {
  return (email ?? (name || subject)).slice(0, LABEL_MAX).toWellFormed();
}

/** PostgreSQL rejects NUL, and nobody recognizes the other control characters. */
function cleanText(text: string): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, 100)
    .toWellFormed();
}

/** ASVS 6.8.4: asked to authenticate the person again, the provider must have done so after the attempt began. */
export function isFreshlyAuthenticated(authTime: Date | undefined, startedAt: Date): boolean {
  if (!authTime) return false;
  return authTime.getTime() >= startedAt.getTime() - CLOCK_SKEW_SECONDS * 1000;
}
