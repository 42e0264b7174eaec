/** A file is there for a day and can be taken once. */
export const RETENTION_HOURS = 24;
/** A new one can be asked for a day after the last. */
export const AGAIN_HOURS = 24;

/** Whoever makes one shows a sign of life more often than this. */
export const STALLED_SECONDS = 5 * 60;
export const ALIVE_SECONDS = 30;

/** Below this nothing is ever served from `/uploads`. */
const FOLDER = 'export';

export const FILES_PREFIX = `${FOLDER}/`;

export function keyFor(name: string): string {
  return `${FILES_PREFIX}${name.toLowerCase()}.zip`;
}

export type ExportTimes = {
  ready_at: Date | null;
  expires_at: Date | null;
  taken_at: Date | null;
};

export const STATES = ['none', 'preparing', 'ready', 'taken', 'expired'] as const;
export type ExportState = (typeof STATES)[number];

export function stateOf(times: ExportTimes | undefined, now: Date): ExportState {
  if (!times) return 'none';
  if (times.taken_at) return 'taken';
  if (!times.ready_at || !times.expires_at) return 'preparing';
  return now < times.expires_at ? 'ready' : 'expired';
}
