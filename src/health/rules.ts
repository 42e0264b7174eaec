import type { health } from '../locales/zh-CN/health.ts';

export const STATES = ['good', 'doubtful', 'wrong'] as const;
export type State = (typeof STATES)[number];

/** The groups of the page, each with its checks in their order. `replica` stands for every one. */
export const GROUPS = {
  database: ['database', 'migrations', 'connections', 'database_size', 'replica'],
  work: ['processes', 'jobs', 'changed_posts', 'scheduled_posts', 'redis'],
  mail: ['mail', 'mail_delivery'],
  files: ['storage', 'disk_space', 'backups'],
  program: ['node'],
} as const;
export type Group = keyof typeof GROUPS;
export type CheckName = (typeof GROUPS)[Group][number];
export const GROUP_NAMES = Object.keys(GROUPS) as Group[];
export const CHECK_NAMES = Object.values(GROUPS).flat() as CheckName[];

/** A text of `health.found`, in whatever language it is read. */
export type Fact = {
  fact: keyof (typeof health)['found'];
  values?: Record<string, string | number>;
};
export type Result = { state: State; facts: Fact[] };

/** `run` throws if it cannot tell: that is wrong too. `of`: which of several. */
export type HealthCheck = { name: CheckName; of?: string; run(): Promise<Result> };

export function found(state: State, fact: Fact['fact'], values?: Fact['values']): Result {
  return { state, facts: [{ fact, ...(values ? { values } : {}) }] };
}

/** For as long a result is shown again: reloading the page costs nothing. */
export const RESULT_MS = 10_000;
/** A check that takes longer is wrong; the others do not wait for it. */
export const CHECK_MS = 3_000;

/** The worst of all. */
export function worstOf(states: State[]): State {
  if (states.includes('wrong')) return 'wrong';
  return states.includes('doubtful') ? 'doubtful' : 'good';
}
