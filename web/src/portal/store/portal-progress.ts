/** Whether the data that every page of the portal needs has been loaded. */
import type { ApiFailure } from '../../shared/api/client.ts';
import { isStatus } from '../../shared/api/http.ts';
import type { WithReads } from './read.ts';
import { brandRead, companyRead, customerRead } from './reads.ts';

export function selectIsCompanyUnknown(state: WithReads): boolean {
  return [companyRead, brandRead].some((read) => isStatus(read.stateIn(state)?.failure, 404));
}

const missingIn = (state: WithReads) =>
  [companyRead.stateIn(state), customerRead.stateIn(state)].filter((read) => !read?.heldKey);

export function selectPortalFailure(state: WithReads): ApiFailure | null {
  return missingIn(state).find((read) => read?.failure)?.failure ?? null;
}

export function selectIsPortalRetried(state: WithReads): boolean {
  return missingIn(state).some((read) => read?.isLoading);
}
