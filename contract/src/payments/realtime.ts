/** Socket events (product §4). They carry no data of the customer: the client loads it through the API (R21). */
import { z } from 'zod';
import { processingStatusSchema } from '../vocabulary.ts';

export const SOCKET_PATH = '/api/socket';
export const SOCKET_RECONNECTION_ATTEMPTS = 5;
export const SOCKET_RECONNECTION_DELAY_MS = 3000;
export const SOCKETS_PER_SESSION_MAX = 5;

export const paymentProcessingEventSchema = z.object({
  paymentProcessingStatus: processingStatusSchema,
});
export type PaymentProcessingEvent = z.infer<typeof paymentProcessingEventSchema>;

/** Sent once the socket has joined: the version of what its pages show, which a document also has. */
export type ConnectionEvent = { version: string };

export type ServerEvents = {
  connection: (event: ConnectionEvent) => void;
  payment_processing: (event: PaymentProcessingEvent) => void;
  customer_add_pm: () => void;
};

/**
 * A signed-in customer sends the customer id, which is checked against the session. A public link sends its token.
 */
export const handshakeSchema = z.union([
  z.strictObject({ customerId: z.uuid() }),
  z.strictObject({ company: z.string().max(64), link: z.string().max(64) }),
]);
