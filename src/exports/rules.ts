/** A file is available for a day, for one download. */
export const RETENTION_HOURS = 24;
/** A new export can be requested a day after the last. */
export const AGAIN_HOURS = 24;

/** A worker writes a heartbeat every ALIVE_SECONDS; after this long without one, the export restarts. */
export const STALLED_SECONDS = 5 * 60;
export const ALIVE_SECONDS = 30;

/** `/uploads` never serves keys below this folder. */
const FOLDER = 'export';

export const FILES_PREFIX = `${FOLDER}/`;

/** Starts with the member, so that a statement by key finds the machine of the row. */
export function keyFor(uid: number, name: string): string {
  return `${FILES_PREFIX}${uid}.${name.toLowerCase()}.zip`;
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
