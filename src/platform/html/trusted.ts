/** HTML that pages may print as it is. Only this folder makes it; a store declares its column as this type. */
export type TrustedHtml = string & { readonly __trusted: unique symbol };

/** To be called by the files of this folder alone, on what their serializer wrote. */
export function trust(html: string): TrustedHtml {
  return html as TrustedHtml;
}
