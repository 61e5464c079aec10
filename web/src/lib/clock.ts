// The browser's clock, for measuring how long something took or when it was last done.
// Deliberately not for business dates: "today", due dates and windows come from the server (R8).

export type BrowserClock = { nowMs: () => number };

export const browserClock: BrowserClock = { nowMs: () => Date.now() };
