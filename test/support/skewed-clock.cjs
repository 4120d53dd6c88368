// Loaded before a process with --require: shifts its clock by CLOCK_SKEW_MS, as on another machine.
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
// Libraries recognize the type by its name.
Object.defineProperty(globalThis.Date, 'name', { value: 'Date' });
