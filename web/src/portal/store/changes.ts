/** An answer to a change is newer than that of a read which was running meanwhile, so the read is repeated. */
import { isFulfilled } from '@reduxjs/toolkit';
import {
  addContact,
  confirmEmail,
  contactsRead,
  removeContact,
  updateContact,
} from './contacts.ts';
import {
  customerRead,
  removeMethod,
  setAutoPayMethod,
  toggleAutoPay,
  updateCustomer,
} from './customer.ts';
import type { StartListening } from './root.ts';

const isContactsChange = isFulfilled(addContact, updateContact, removeContact, confirmEmail);
const isCustomerChange = isFulfilled(updateCustomer, removeMethod, toggleAutoPay, setAutoPayMethod);

export function listenForChanges(startListening: StartListening): void {
  startListening({
    matcher: isContactsChange,
    effect: (_, { dispatch }) => dispatch(contactsRead.overtake()),
  });
  startListening({
    matcher: isCustomerChange,
    effect: (_, { dispatch }) => dispatch(customerRead.overtake()),
  });
}
