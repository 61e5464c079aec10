/** What a customer has accepted (R25). The product calls it 'Processed'. */
import type { EstimateStatus } from '@quittance/contract/vocabulary';

export function isEstimateAccepted({ status }: { status: EstimateStatus }): boolean {
  return status === 'Processed';
}
