import { call } from '../../ui/client/api.ts';

/** Only one request at a time: asking by a button ends the one that waits in the e-mail field. */
let pending: AbortController | undefined;

/** The JSON text of a credential. Throws if the person does not choose one. */
export async function askForPasskey(mediation?: 'conditional'): Promise<string> {
  const signal = takeTurn();
  const json = await call<PublicKeyCredentialRequestOptionsJSON>(
    'GET',
    '/api/auth/passkey/options',
    { signal },
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  // JSON.stringify calls the credential's own toJSON.
  return JSON.stringify(
    await navigator.credentials.get({ publicKey, signal, ...(mediation ? { mediation } : {}) }),
  );
}

export async function createPasskey(): Promise<string> {
  const signal = takeTurn();
  const json = await call<PublicKeyCredentialCreationOptionsJSON>(
    'GET',
    '/api/settings/passkeys/options',
    { signal },
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return JSON.stringify(await navigator.credentials.create({ publicKey, signal }));
}

function takeTurn(): AbortSignal {
  pending?.abort();
  pending = new AbortController();
  return pending.signal;
}
