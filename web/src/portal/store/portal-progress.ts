/** Whether the data that every page of the portal needs has been loaded. */
import type { ApiFailure } from '../../shared/api/client.ts';
import { isStatus } from '../../shared/api/http.ts';
import { brandRead, companyRead, customerRead } from './reads.ts';
import type { RootState } from './root.ts';

export function selectIsCompanyUnknown(state: RootState): boolean {
  return [companyRead, brandRead].some((read) => isStatus(read.stateIn(state)?.failure, 404));
}

const missingIn = (state: RootState) =>
  [companyRead.stateIn(state), customerRead.stateIn(state)].filter((read) => !read?.heldKey);

export function selectPortalFailure(state: RootState): ApiFailure | null {
  return missingIn(state).find((read) => read?.failure)?.failure ?? null;
}

export function selectIsPortalRetried(state: RootState): boolean {
  return missingIn(state).some((read) => read?.isLoading);
}
