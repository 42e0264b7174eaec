/** Loaded before the site into a process whose clock is to be wrong by so many milliseconds. */
const offset = Number(process.env['CLOCK_OFFSET_MS'] ?? 0);
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args: unknown[]) {
    if (args.length === 0) super(RealDate.now() + offset);
    else super(...(args as [number]));
  }
  static override now(): number {
    return RealDate.now() + offset;
  }
} as DateConstructor;
