function explain(numbers: string, reason: string): Record<string, string> {
  return Object.fromEntries(numbers.split(' ').map((number) => [`ASVS ${number}`, reason]));
}

/** Requirements without a test, and the reason. */
export const EXPLAINED: Record<string, string> = {
  ...explain(
    '6.3.6',
    'Level 3 forbids mail, and it is how members recover an account without staff. Mail alone never suffices where a member has set up a second factor.',
  ),
  ...explain('6.4.5', 'No credential expires by itself, so there is nothing to remind of.'),
  ...explain(
    '6.6.1 6.6.4',
    'Lamplight knows no phone numbers and sends neither text messages nor push notifications.',
  ),
  ...explain('6.8.3', 'Providers are OpenID Connect or GitHub; there is no SAML.'),
  ...explain(
    '10.3.1 10.3.2 10.3.3 10.3.4 10.3.5',
    'The API accepts only the tokens of its own sessions, which are not those of OAuth: they have no audience, scopes or claims, and the server reads member, role and age of the session from the database.',
  ),
  ...explain(
    '10.4.1 10.4.2 10.4.3 10.4.4 10.4.6 10.4.7 10.4.10 10.4.11 10.4.12 10.4.13 10.4.14 10.4.15 10.4.16',
    'Lamplight is a client of OpenID Connect and no authorization server: it has no clients, grants, redirect URIs or authorization codes of its own.',
  ),
  ...explain(
    '10.5.5',
    'Lamplight does not take part in log-out by a provider, so there is no address to send log-out tokens to.',
  ),
  ...explain(
    '10.6.1 10.6.2 10.7.1 10.7.2 10.7.3',
    'Lamplight is no OpenID provider: no other site logs people in through it, and nobody is asked to consent to one.',
  ),
  ...explain(
    '15.1.1',
    'A promise that no program can check: [SECURITY.md](../SECURITY.md) names the days within which reports get a reply and a fix.',
  ),
};
