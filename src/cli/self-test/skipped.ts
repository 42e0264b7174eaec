/** Thrown by a check that cannot be made on this site, which is no finding. */
export class Skipped extends Error {}
