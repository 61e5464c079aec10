/**
 * Demo companies (R51): everything can be looked at, and every change answers DEMO_MODE. The only place that
 * decides it for a route. Sessions and their mails are no changes: they are how a visitor gets in.
 */

import type { Endpoint } from '@quittance/contract/http/portal-route';
import type { RouteName } from '@quittance/contract/portal-routes';
import { AppError } from '../kernel/errors.ts';
import type { Principal } from '../kernel/principal.ts';

/** These read, or end a session. */
const ALLOWED: ReadonlySet<RouteName> = new Set([
  'contracts',
  'planIntent',
  'signOut',
  'signOutEverywhere',
  'removeDevice',
]);
/** Product §7 names GET, but something changes here or at the processor, or would in the next call. */
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
