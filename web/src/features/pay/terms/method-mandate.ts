/** The authorization for saving a method, or for attaching it to a plan or schedule (R27). */
import type { MethodLine } from '@quittance/contract/methods';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { mandateText } from '@quittance/domain/checkout/mandates';

type MethodMandate = {
  purpose: 'ADD_PM' | 'CHANGE_PM';
  kind: ChargeKind;
  companyName: string;
  /** Null for a new method. */
  chosen: MethodLine | null;
};

export function methodMandate({ purpose, kind, companyName, chosen }: MethodMandate): string {
  return mandateText({ purpose, kind, companyName, methodLast4: chosen?.last4 ?? null });
}
