/**
 * The calls this server answers so far, one handler per row of the contract's table. A row without
 * a handler is not registered and answers 404.
 */
import type { Handlers } from './call.ts';
import { accessHandlers } from './handlers/access.ts';
import { methodHandlers } from './handlers/methods.ts';
import { operationHandlers } from './handlers/operations.ts';
import { paymentHandlers } from './handlers/payments.ts';
import { publicHandlers } from './handlers/public.ts';
import { scheduleHandlers } from './handlers/schedules.ts';

export const HANDLERS: Handlers = {
  ...accessHandlers,
  ...publicHandlers,
  ...paymentHandlers,
  ...scheduleHandlers,
  ...methodHandlers,
  ...operationHandlers,
};
