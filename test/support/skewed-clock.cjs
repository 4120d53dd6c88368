// Loaded before a process with --require: its clock is off by CLOCK_SKEW_MS, as that of another machine may be.
const skewMs = Number(process.env.CLOCK_SKEW_MS ?? 0);
const RealDate = Date;

globalThis.Date = class SkewedDate extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + skewMs);
    else super(...args);
  }

  static now() {
    return RealDate.now() + skewMs;
  }
};
// Libraries know the type by its name.
Object.defineProperty(globalThis.Date, 'name', { value: 'Date' });
