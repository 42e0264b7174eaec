/** In nodemailer's words. */
export type SmtpServer = {
  host: string;
  port: number;
  secure: boolean;
  requireTLS: boolean;
  ignoreTLS: boolean;
  tls?: { servername: string };
  auth?: { user: string; pass: string };
};

/**
 * Mails contain links that open accounts, so they travel to another machine only encrypted: somebody between the two
 * could hide that the server offers STARTTLS. `?tls=opportunistic` is for a relay on a network of your own.
 */
export function readSmtpUrl(text: string): SmtpServer {
  const { protocol, hostname, port, username, password, searchParams } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '');
  const servername = searchParams.get('tls.servername');
  const secure = protocol === 'smtps:';
  // On the same machine nobody listens, and its relay has seldom a certificate for that name.
  const isPlain = ['localhost', '127.0.0.1', '::1'].includes(host) && servername === null;
  // A password is never sent in clear text to another machine.
  const isOpportunistic = searchParams.get('tls') === 'opportunistic' && username === '';
  return {
    host,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !isPlain && !isOpportunistic,
    ignoreTLS: !secure && isPlain,
    ...(servername ? { tls: { servername } } : {}),
    ...(username
      ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : {}),
  };
}
