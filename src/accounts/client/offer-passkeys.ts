/** Loaded by browsers that have passkeys only, and after everything else: the log-in with a password waits for nothing. */
export function offerPasskeys(): void {
  if ('parseRequestOptionsFromJSON' in (window.PublicKeyCredential ?? {}))
    void import('./passkey-forms.ts');
}
