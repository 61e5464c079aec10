/** The statuses of an estimate. An accepted estimate (R25) is called 'Processed' in the product. */
import type { EstimateStatus } from '@quittance/contract/vocabulary';

export function isEstimateAccepted({ status }: { status: EstimateStatus }): boolean {
  return status === 'Processed';
}
