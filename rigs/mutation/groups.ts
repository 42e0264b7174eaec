/** The least score in percent of each part. */
export const FLOORS = { rules: 85, ledger: 95, guards: 95, sanitizer: 85, limiter: 85 } as const;
export type Part = keyof typeof FLOORS;

/** Files to mutate, and the tests that must fail: only the nearest ones, to keep a run short. */
export type Group = {
  name: string;
  part: Part;
  /** Files; with `#name`, only that function of the file. */
  mutate: string[];
  tests: string[];
  /** Whether the tests need PostgreSQL. */
  database: boolean;
};

const WITH_RULES = [
  ...['accounts', 'comments', 'energizing', 'exports', 'favorites', 'follows', 'integrity'],
  ...['levels', 'notifications', 'posts', 'profiles', 'reactions'],
  ...['site-settings', 'uploads', 'users'],
];

export const GROUPS: readonly Group[] = [
  {
    name: 'rules',
    part: 'rules',
    mutate: [...WITH_RULES.map((domain) => `src/${domain}/rules.ts`), 'src/platform/clock.ts'],
    tests: ['src/*/rules.test.ts', 'src/posts/transitions.test.ts', 'src/platform/clock.test.ts'],
    database: false,
  },
  {
    name: 'ledger',
    part: 'ledger',
    mutate: ['src/energy/{actions,routes,rules,schema}.ts', 'src/energy/store/{ledger,shared}.ts'],
    tests: ['src/energy/ledger.test.ts'],
    database: true,
  },
  {
    name: 'guards',
    part: 'guards',
    mutate: [
      'src/platform/http/{csrf,declared-access}.ts',
      'src/accounts/tokens.ts',
      'src/levels/actions.ts#assertLevel',
    ],
    tests: [
      'src/platform/http/{csrf,declared-access}.test.ts',
      'src/accounts/tokens.test.ts',
      'src/levels/assert-level.test.ts',
    ],
    database: false,
  },
  {
    name: 'guards-of-routes',
    part: 'guards',
    mutate: ['src/accounts/guards.ts'],
    tests: ['src/accounts/guards.test.ts'],
    database: true,
  },
  {
    name: 'sessions',
    part: 'guards',
    mutate: [
      'src/accounts/actions/validate-session.ts',
      'src/users/actions/lock-user.ts#assertActive',
    ],
    tests: ['src/accounts/guards.test.ts'],
    database: true,
  },
  {
    name: 'visibility',
    part: 'guards',
    mutate: ['src/posts/store/visibility.ts'],
    tests: ['src/posts/store/visibility.test.ts'],
    database: true,
  },
  {
    name: 'sanitizer',
    part: 'sanitizer',
    mutate: ['src/platform/html/{allow-list,elements,limits,parse,sanitize,serialize,trusted}.ts'],
    // Without the random HTML: its results would depend on the seed.
    tests: ['src/platform/html/{parse,sanitize}.test.ts'],
    database: false,
  },
  {
    name: 'limiter',
    part: 'limiter',
    mutate: ['src/platform/limits/{address,limits,rules}.ts', 'src/platform/breaker.ts'],
    tests: ['src/platform/limits/*.test.ts', 'src/platform/breaker.test.ts'],
    database: false,
  },
];
