/** All handlers, one per served row of the contract's route table. */

import { accessHandlers } from './access.ts';
import { accountHandlers } from './account.ts';
import { addressSuggestionHandlers } from './address-suggestions.ts';
import type { Handlers } from './call.ts';
import { chargeHandlers } from './charges.ts';
import { contactHandlers } from './contacts.ts';
import { contractHandlers } from './contracts.ts';
import { customerHandlers } from './customer.ts';
import { inquiryHandlers } from './inquiries.ts';
import { invoiceHandlers } from './invoices.ts';
import { methodHandlers } from './methods.ts';
import { operationHandlers } from './operations.ts';
import { passkeyHandlers } from './passkeys.ts';
import { paymentHandlers } from './payments.ts';
import { planHandlers } from './plans.ts';
import { projectHandlers } from './projects.ts';
import { publicHandlers } from './public.ts';
import { scheduleHandlers } from './schedules.ts';

export const HANDLERS: Handlers = {
  ...accessHandlers,
  ...passkeyHandlers,
  ...publicHandlers,
  ...customerHandlers,
  ...contactHandlers,
  ...invoiceHandlers,
  ...accountHandlers,
  ...inquiryHandlers,
  ...chargeHandlers,
  ...projectHandlers,
  ...contractHandlers,
  ...paymentHandlers,
  ...planHandlers,
  ...scheduleHandlers,
  ...methodHandlers,
  ...operationHandlers,
  ...addressSuggestionHandlers,
};
