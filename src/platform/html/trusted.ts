/** HTML that pages print without escaping. Only this folder creates it; a store declares its column as this type. */
export type TrustedHtml = string & { readonly __trusted: unique symbol };

/** Only for files of this folder, for the output of their serializer. */
export function trust(html: string): TrustedHtml {
  return html as TrustedHtml;
}
