const NO_BODY_YET =
  'A bearer’s refresh token would be in the body, which is not read yet when a page is requested.';
const REFUSED_401 = 'A refresh is refused with 401 and nothing else so far.';
const SAFE_LATER = 'For a safe method both checks come before anything is read: it has no body.';
const UNSETTLED =
  'No body is known that is not stable after eight rounds; the bound is for that case.';
const ALWAYS_ROOT =
  'The allow-list has always returned a root so far; its type does not require it.';
const NAMELESS = 'A node that is no element has no name, and is left unchanged.';
const JOINED = 'Texts side by side, and empty ones, are one text when the body is read again.';
const TWICE = 'The allow-list and our own step both drop comments and the like: either is enough.';

/**
 * Reviewed survivors with the reason: the change has no visible effect, or only in a case that no test has. `code` and `becomes` as in
 * the report. They still count as survivors.
 */
export const EQUIVALENT: readonly { file: string; code: string; becomes: string; why: string }[] = [
  {
    file: 'src/accounts/rules.ts',
    code: 'a < b',
    becomes: 'a <= b',
    why: 'Of two equal times either is the earlier one.',
  },
  {
    file: 'src/comments/rules.ts',
    code: "''",
    becomes: '"Stryker was here!"',
    why: 'A text that is split has a first part; the compiler does not know.',
  },
  {
    file: 'src/uploads/rules.ts',
    code: "''",
    becomes: '"Stryker was here!"',
    why: 'A match has its group; the compiler does not know.',
  },
  {
    file: 'src/accounts/tokens.ts',
    code: "''",
    becomes: '"Stryker was here!"',
    why: 'Neither has the form of a token.',
  },
  {
    file: 'src/accounts/tokens.ts',
    code: '[]',
    becomes: '["Stryker was here"]',
    why: 'The first element is skipped: there the whole match would be.',
  },
  ...[
    [
      '!session_id || !generation || !mac || !Number.isSafeInteger(uid)',
      '(!session_id || !generation || !mac) && !Number.isSafeInteger(uid)',
    ],
    ['!session_id || !generation || !mac', 'false'],
    ['!session_id || !generation || !mac', '(!session_id || !generation) && !mac'],
    ['!session_id || !generation', 'false'],
    ['!session_id || !generation', '!session_id && !generation'],
  ].map(([code = '', becomes = '']) => ({
    file: 'src/accounts/tokens.ts',
    code,
    becomes,
    why: 'The pattern has all groups or none; the compiler requires each check.',
  })),
  ...[
    ["callerOf(request).transport === 'bearer'", 'false', NO_BODY_YET],
    ["'bearer'", '""', NO_BODY_YET],
    [
      '!(error instanceof Refusal) || error.status !== 401',
      '!(error instanceof Refusal) && error.status !== 401',
      REFUSED_401,
    ],
    ['error.status !== 401', 'false', REFUSED_401],
    ['!isUnsafe(request.method)', 'false', SAFE_LATER],
    ['false', 'true', SAFE_LATER],
  ].map(([code = '', becomes = '', why = '']) => ({
    file: 'src/accounts/guards.ts',
    code,
    becomes,
    why,
  })),
  {
    file: 'src/accounts/actions/validate-session.ts',
    code: 'addSeconds(session.last_used_at, TOUCH_SECONDS) <= now',
    becomes: 'addSeconds(session.last_used_at, TOUCH_SECONDS) < now',
    why: 'A millisecond of a minute; no request can be timed so well.',
  },
  {
    file: 'src/platform/http/csrf.ts',
    code: "''",
    becomes: '"Stryker was here!"',
    why: 'Neither has a signature, and neither is a content type.',
  },
  {
    file: 'src/platform/http/declared-access.ts',
    code: 'route.config?.multipart',
    becomes: 'route.config.multipart',
    why: 'A route without a config was refused above, for want of its group.',
  },
  ...[
    ["{ format: 'date-time' }", '{}'],
    ["'date-time'", '""'],
  ].map(([code = '', becomes = '']) => ({
    file: 'src/energy/schema.ts',
    code,
    becomes,
    why: 'Documents the format for readers; the response is written unchanged.',
  })),
  {
    file: 'src/platform/limits/limits.ts',
    code: 'true',
    becomes: 'false',
    why: 'Our Redis client has no offline queue, so it refuses at once either way.',
  },
  {
    file: 'src/platform/limits/limits.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is quoted.
    code: '`${name}:${key}`',
    becomes: '``',
    why: 'An expired block stops no request, cached or not.',
  },
  ...[
    ['blocks.size >= CACHED_BLOCKS_MAX', 'false'],
    ['blocks.size >= CACHED_BLOCKS_MAX', 'blocks.size > CACHED_BLOCKS_MAX'],
    ['blocks.delete(blocks.keys().next().value as string);', ';'],
  ].map(([code = '', becomes = '']) => ({
    file: 'src/platform/limits/limits.ts',
    code,
    becomes,
    why: 'Bounds the memory of a process; the ten thousandth block is a block either way.',
  })),
  {
    file: 'src/platform/breaker.ts',
    code: '[]',
    becomes: '["Stryker was here"]',
    why: 'A text is not later than any time, so the next failure drops it.',
  },
  ...[
    ["''", '"Stryker was here!"', 'Neither is an address; a description there always is.'],
    ["'keep'", '""', 'An element that is neither dropped nor unwrapped stays.'],
    [
      "typeof value === 'number'",
      'true',
      'Only a number is an integer; the compiler requires the check.',
    ],
  ].map(([code = '', becomes = '', why = '']) => ({
    file: 'src/platform/html/elements.ts',
    code,
    becomes,
    why,
  })),
  ...[
    ["'unstable'", '""', UNSETTLED],
    ['round < ROUNDS_MAX', 'round <= ROUNDS_MAX', UNSETTLED],
    ['round += 1', 'round -= 1', UNSETTLED],
    ['assertSize(html);', ';', 'The parser checks it again.'],
    ['assertSize(after);', ';', 'The parser checks it when it reads it again.'],
    ["allowed.type === 'root'", 'true', ALWAYS_ROOT],
    ['[allowed]', '[]', ALWAYS_ROOT],
    ["node.type === 'element'", 'true', NAMELESS],
    ["child.type === 'element'", 'true', NAMELESS],
    ["one.type === 'text' && last?.type === 'text'", 'false', JOINED],
    ["'text'", '""', JOINED],
    ["one.type !== 'text' || one.value !== ''", 'true', JOINED],
    ["one.type !== 'text'", 'false', JOINED],
    ["one.type !== 'text'", "one.type === 'text'", JOINED],
    ["''", '"Stryker was here!"', JOINED],
    ["node.type !== 'element'", 'false', TWICE],
    ['[]', '["Stryker was here"]', TWICE],
  ].map(([code = '', becomes = '', why = '']) => ({
    file: 'src/platform/html/sanitize.ts',
    code,
    becomes,
    why,
  })),
  ...[
    ["{ alt: '' }", '{}', 'The rule about images gives a description too.'],
    [
      "'template'",
      '""',
      'The content of a template is not among its children, and so is removed with its tag.',
    ],
    ["'frameset'", '""', 'The parser has dropped it: it may only stand where a body would.'],
    ['[]', '["Stryker was here"]', 'No attribute has that name.'],
    ['false', 'true', TWICE],
  ].map(([code = '', becomes = '', why = '']) => ({
    file: 'src/platform/html/allow-list.ts',
    code,
    becomes,
    why,
  })),
  {
    file: 'src/platform/html/serialize.ts',
    code: "node.type === 'element'",
    becomes: 'true',
    why: NAMELESS,
  },
];
