// Loaded before anything else (`NODE_OPTIONS=--import`): this process's calendar is off by CLOCK_SHIFT_MS; its steady clock is not.
const shift = Number(process.env.CLOCK_SHIFT_MS ?? 0);
const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + shift);
    else super(...args);
  }
  static now() {
    return RealDate.now() + shift;
  }
};
