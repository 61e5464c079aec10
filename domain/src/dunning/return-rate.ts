/**
 * The return rates at which a company must stop accepting new bank accounts: Nacha's limits over 60
 * days. The server counts the returns and enforces the limits.
 */

export const RETURN_WINDOW_DAYS = 60;

/** In basis points of all debits in the window: 0.5%, 3% and 15%. */
export const RETURN_LIMITS = {
  unauthorized: 50,
  administrative: 300,
  overall: 1500,
} as const;
export type ReturnKind = keyof typeof RETURN_LIMITS;

/** Account closed, no such account, or invalid account number. Unauthorized codes are in return-codes.ts. */
export const ADMINISTRATIVE_CODES = ['R02', 'R03', 'R04'] as const;

/** Fewer returns are not significant, whatever the percentage. */
const RETURNS_MIN = 3;

export type DebitCounts = { debits: number } & Readonly<Record<ReturnKind, number>>;

export type ReturnRate = {
  kind: ReturnKind;
  basisPoints: number;
  isAlarming: boolean;
  isOver: boolean;
};

// The cast is safe because keys() only widens the names to string.
const KINDS = Object.keys(RETURN_LIMITS) as ReturnKind[];

export function returnRates({ debits, ...returned }: DebitCounts): ReturnRate[] {
  return KINDS.map((kind) => {
    const count = returned[kind];
    const share = count * 10_000;
    const isCounted = count >= RETURNS_MIN;
    return {
      kind,
      basisPoints: debits === 0 ? 0 : Math.round(share / debits),
      isAlarming: isCounted && share * 2 >= RETURN_LIMITS[kind] * debits,
      isOver: isCounted && share >= RETURN_LIMITS[kind] * debits,
    };
  });
}
