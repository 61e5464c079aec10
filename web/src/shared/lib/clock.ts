// The browser's clock, for durations only. Business dates ("today", due dates, windows) come from the server
// (R8).

export type BrowserClock = { nowMs: () => number };

export const browserClock: BrowserClock = { nowMs: () => Date.now() };
