/** The exports of a processor folder: its adapter, and the facts that differ between processors. */

import type { Customer } from '@quittance/contract/customers/portal-schemas';
import type { MethodId } from '@quittance/contract/ids';
import type { StripeMethod } from '@quittance/contract/methods/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { Clock } from '../kernel/clock.ts';
import type { HttpClient } from '../platform/outbound/http-client.ts';
import type { Credentials } from './credentials.ts';
import type { MethodSnapshot, Processor } from './processor.ts';
import type { BaseUrls } from './servers.ts';

export type ProcessorSettings = {
  http: HttpClient;
  clock: Clock;
  /** Overrides the API of a processor, for the sandbox and compatible servers. */
  baseUrls: BaseUrls;
  /** Serves the scripts of all processors. */
  sandboxUrl?: string | null;
  /** False for the embedded database (ADR 0007). */
  acceptsLiveKeys: boolean;
};

/** A saved method as stored in the database. The wire format contains our id in place of the processor's token. */
export type SavedMethodRow = MethodSnapshot & {
  id: MethodId;
  kind: ChargeKind;
  /** The remaining fields of every processor's list, in wire format. */
  details: Omit<StripeMethod, 'id' | 'brand' | 'last4' | 'paymentMethod' | 'paymentMethodId'>;
};

export type SavedMethodLists = Pick<
  Customer,
  'paymentMethod' | 'pePaymentMethods' | 'fiPaymentMethods'
>;

export type ProcessorModule = {
  create(settings: ProcessorSettings, credentials: Credentials): Processor;
  /** Returns the customer's saved methods under the processor's own wire names (product §3). */
  savedMethods(rows: readonly SavedMethodRow[]): Partial<SavedMethodLists>;
};
