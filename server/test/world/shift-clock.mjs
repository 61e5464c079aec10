// Preloaded by a server whose clock is wrong. SHIFT_CLOCK_MS is added to every reading of the wall clock.
const shiftMs = Number(process.env.SHIFT_CLOCK_MS ?? 0);
const TrueDate = Date;

globalThis.Date = class extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(TrueDate.now() + shiftMs);
    else super(...parts);
  }

  static now() {
    return TrueDate.now() + shiftMs;
  }
};
