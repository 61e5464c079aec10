/**
 * Demo companies (R51) can be viewed, but every change gets the response DEMO_MODE. For routes, this is decided
 * only here. Sessions and their emails do not count as changes because a visitor needs them to enter.
 */

import type { Endpoint } from '@quittance/contract/http/portal-route';
import type { RouteName } from '@quittance/contract/portal-routes';
import { AppError } from '../kernel/errors.ts';
import type { Principal } from '../kernel/principal.ts';

const ALLOWED: ReadonlySet<RouteName> = new Set([
  'contracts',
  'planIntent',
  'signOut',
  'signOutEverywhere',
  'removeDevice',
]);
/**
 * Product §7 specifies GET, but these routes change something here or at the processor, or prepare a change in the
 * next call.
 */
const REFUSED: ReadonlySet<RouteName> = new Set([
  'acceptEstimateByGet',
  'newPasskey',
  'payIntent',
  'scheduledPaymentIntent',
]);

export function isChange(name: RouteName, { method }: Pick<Endpoint, 'method'>): boolean {
  return REFUSED.has(name) || (method !== 'GET' && !ALLOWED.has(name));
}

export function refuseInDemo(caller: Principal | null): void {
  if (caller?.isDemo) throw new AppError('DEMO_MODE');
}
