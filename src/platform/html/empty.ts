import type { TrustedHtml } from './trusted.ts';

const PICTURE = /<img\b/;
/** As our serializer writes tags: an attribute may contain `>`. */
const TAG = /<\/?[a-z][a-z0-9]*(?:\s+[a-z-]+(?:="[^"]*")?)*\s*>/g;
const INVISIBLE =
  /&nbsp;|&(?:zwj|zwnj|shy);|[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/gu;

/** Whether a sanitized body has no picture and no visible character. Linear, without parsing. */
export function isEmptyBody(body: TrustedHtml): boolean {
  return !PICTURE.test(body) && body.replace(TAG, '').replace(INVISIBLE, '') === '';
}
