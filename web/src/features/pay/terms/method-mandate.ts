/** What a customer authorises by keeping a method, or by giving it to a plan or schedule (R27). */
import type { MethodLine } from '@quittance/contract/methods';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { mandateText } from '@quittance/domain/checkout/mandates';

type MethodMandate = {
  purpose: 'ADD_PM' | 'CHANGE_PM';
  kind: ChargeKind;
  companyName: string;
  /** Null for a method that is typed just now. */
  chosen: MethodLine | null;
};

export function methodMandate({ purpose, kind, companyName, chosen }: MethodMandate): string {
  return mandateText({ purpose, kind, companyName, methodLast4: chosen?.last4 ?? null });
}
