/**
 * Declines with which the bank requests the payer's authentication, which is not possible in a charge without the
 * payer (R43).
 */
const BANK_ASKS: ReadonlySet<string> = new Set([
  'authentication_required',
  'authentication_expired',
  'authentication_canceled',
  'payment_intent_authentication_failure',
]);

export function needsBank(responseCode: string | null): boolean {
  return responseCode !== null && BANK_ASKS.has(responseCode);
}
