/** Every refusal code, its status and its sentence, as a document made from the table in the code. */
import { LOCALES } from '../src/platform/i18n.ts';
import { REFUSALS, type RefusalCode } from '../src/refusals.ts';

export function errorsDocument(): string {
  const codes = Object.keys(REFUSALS) as RefusalCode[];
  return [
    '# Errors',
    '',
    'Written by `npm run generate` from `src/refusals.ts` and `src/locales`.',
    '',
    'An error is an `application/problem+json` document (RFC 9457): `type`, `title`, `status`, `detail` in the',
    "caller's language, `instance` (the request id, which the log has too), a stable `code` made for programs, and",
    'where they help `errors[]` (field errors with JSON pointers) and members such as `retry_after`.',
    '',
    '| Code | Status | Title | 中文 | English |',
    '|---|---|---|---|---|',
    ...codes.map(
      (code) =>
        `| \`${code}\` | ${REFUSALS[code].status} | ${REFUSALS[code].title} | ${LOCALES['zh-CN'].refusals[code]} | ${LOCALES.en.refusals[code]} |`,
    ),
    '',
  ].join('\n');
}
