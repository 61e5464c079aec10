/** The statuses of an estimate. The product calls an accepted estimate (R25) 'Processed'. */
import type { EstimateStatus } from '@quittance/contract/vocabulary';

export function isEstimateAccepted({ status }: { status: EstimateStatus }): boolean {
  return status === 'Processed';
}
