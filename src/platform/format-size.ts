const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/** `34.5 MB` */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

/** `2.4 s` */
export function formatElapsed(started: number): string {
  return `${((Date.now() - started) / 1000).toFixed(1)} s`;
}
