/**
 * Seeded bugs that show that the proof can fail. The product has no switch for them: they are injected through
 * dependencies, the database, or a loader that mutates lines in the test process.
 */
import { ARRANGEMENT_BUGS } from './arrangements.ts';
import { ARRIVAL_BUGS } from './arrivals.ts';
import { BILLING_BUGS } from './billing.ts';
import type { Bug } from './bug.ts';
import { CHANGE_BUGS } from './changes.ts';
import { CHECKOUT_BUGS } from './checkout.ts';
import { ENTITLEMENT_BUGS } from './entitlement.ts';
import { INQUIRY_BUGS } from './inquiries.ts';
import { INTENT_BUGS } from './intents.ts';
import { LATER_FACT_BUGS } from './later-facts.ts';
import { METHOD_BUGS } from './methods.ts';
import { PROVIDER_BUGS } from './provider.ts';
import { SEAM_BUGS } from './seams.ts';
import { SETTLEMENT_BUGS } from './settlement.ts';
import { TWO_PROCESS_BUGS } from './two-processes.ts';
import { UNDONE_CREDIT_BUGS } from './undone-credit.ts';

export const BUGS: readonly Bug[] = [
  ...CHECKOUT_BUGS,
  ...INTENT_BUGS,
  ...ARRANGEMENT_BUGS,
  ...SETTLEMENT_BUGS,
  ...SEAM_BUGS,
  ...METHOD_BUGS,
  ...PROVIDER_BUGS,
  ...BILLING_BUGS,
  ...ENTITLEMENT_BUGS,
  ...UNDONE_CREDIT_BUGS,
  ...ARRIVAL_BUGS,
  ...INQUIRY_BUGS,
  ...CHANGE_BUGS,
  ...LATER_FACT_BUGS,
  ...TWO_PROCESS_BUGS,
];

export function bugNamed(name: string): Bug {
  const bug = BUGS.find((known) => known.name === name);
  if (!bug) {
    throw new Error(`No bug is called ${name}: ${BUGS.map((known) => known.name).join(', ')}`);
  }
  return bug;
}
