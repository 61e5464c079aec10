/** Whether what every page of the portal needs has been loaded. */
import type { ApiFailure } from '../../shared/api/client.ts';
import { isStatus } from '../../shared/api/http.ts';
import { brandRead, companyRead } from './company.ts';
import { customerRead } from './customer.ts';
import type { RootState } from './root.ts';

/** No company has this address. */
export function selectIsCompanyUnknown({ reads }: RootState): boolean {
  return [companyRead, brandRead].some(({ name }) => isStatus(reads[name]?.failure, 404));
}

/** Why a page of a signed-in customer cannot be shown; null while it can, or is loading. */
export function selectPortalFailure({ reads }: RootState): ApiFailure | null {
  for (const { name } of [companyRead, customerRead]) {
    const read = reads[name];
    if (read?.failure && !read.heldKey) return read.failure;
  }
  return null;
}

export function selectIsPortalRetried({ reads }: RootState): boolean {
  const missing = [companyRead, customerRead].filter(({ name }) => !reads[name]?.heldKey);
  return missing.some(({ name }) => reads[name]?.isLoading);
}
