/** The events of the socket (product §4.20). They only trigger a refresh. */
import type { ProcessingStatus } from '@quittance/contract/vocabulary';
import { createEvent } from './event.ts';

/** A final status is not taken from the event but loaded from the API. */
export const paymentProcessingReceived = createEvent<ProcessingStatus>(
  'request/paymentProcessingReceived',
);
/** The first join of a socket, with the version of what its pages show. */
export const socketJoined = createEvent<string>('realtime/socketJoined');
export const socketReconnected = createEvent('realtime/socketReconnected');
export const customerMethodAdded = createEvent('realtime/customerMethodAdded');
