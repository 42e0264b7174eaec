/** The brightest lamp. */
export const BRIGHTEST = 6;

/** The brightness of a lamp: each step takes three times the energy (1, 3, 9, 27, 81, 243). */
export function glowOf(energy: number): number {
  let glow = 0;
  for (let least = 1; energy >= least && glow < BRIGHTEST; least *= 3) glow += 1;
  return glow;
}

/** The least energy of a lamp of this brightness. */
export function leastEnergyOf(glow: number): number {
  return glow === 0 ? 0 : 3 ** (glow - 1);
}
