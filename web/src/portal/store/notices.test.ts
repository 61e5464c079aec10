import { describe, expect, it } from 'vitest';
import { createWorld, LINK } from '../../../test/fixtures.ts';
import { createApiThunk } from './app-thunk.ts';
import { addContact } from './contacts.ts';
import { popupBufferMerged, popupClosed, popupOpened } from './popup.ts';
import { openPublicLink } from './public-link.ts';
import { contactsRead } from './reads.ts';
import { errorReport } from './report-failure.ts';
import { toastDismissed } from './toasts.ts';

const CONTACTS = 'GET /api/portal/contact';
const readContacts = contactsRead.load({ route: 'contacts' });
const NEW_CONTACT = addContact({ body: { type: 'EMAIL', value: 'a@example.com' } });
const refusal = (message: string) => ({ success: false, message });

describe('Toasts (product §8.6, §8.7)', () => {
  it('a failed call shows the text of its error code, or the code itself', async () => {
    const { store, network } = createWorld();
    network.answer(CONTACTS, { status: 404, body: refusal('DEBTOR_NOT_FOUND') });
    await store.dispatch(readContacts);
    network.answer(CONTACTS, { status: 422, body: refusal('SOMETHING_NEW') });
    await store.dispatch(readContacts);
    const { list } = store.getState().toasts;
    expect(list.map(({ text }) => text)).toEqual([
      "This customer wasn't found in our system.",
      'SOMETHING_NEW',
    ]);
    const [first] = list;
    if (first) store.dispatch(toastDismissed(first.id));
    expect(store.getState().toasts.list).toHaveLength(1);
  });

  it('a 401 shows no toast', async () => {
    const { store, network } = createWorld();
    network.answer(CONTACTS, { status: 401, body: refusal('UNAUTHORIZED') });
    await store.dispatch(readContacts);
    expect(store.getState().toasts.list).toEqual([]);
  });

  it('a network failure shows a message about the missing connection', async () => {
    const { store, network } = createWorld();
    network.cut(true);
    await store.dispatch(readContacts);
    expect(store.getState().toasts.list).toEqual([]);
    await store.dispatch(NEW_CONTACT);
    expect(store.getState().toasts.list).toMatchObject([
      { tone: 'error', text: 'No connection. Check your network and try again.' },
    ]);
  });

  it('a failure shown on the page gets no toast', async () => {
    const { store, network } = createWorld();
    network.cut(true);
    await store.dispatch(openPublicLink(LINK));
    expect(store.getState().reads['invoices/selectedInvoice']?.failure).toEqual({
      kind: 'network',
      reason: 'unreachable',
    });
    expect(store.getState().toasts.list).toEqual([]);
  });

  it('a success toast is shown if the thunk declares one', async () => {
    const { store, serve } = createWorld();
    const thunk = createApiThunk('test/contacts', 'contacts', { successToast: 'Contact updated' });
    serve('contact', { success: true, contacts: [] });
    await store.dispatch(thunk({}));
    expect(store.getState().toasts.list).toMatchObject([
      { tone: 'success', text: 'Contact updated' },
    ]);
  });
});

describe('Running calls', () => {
  it('a call identical to a running call is not sent again unless forced', async () => {
    const { store, serve, calls } = createWorld();
    serve('contact', { success: true, contacts: [] });
    const thunk = createApiThunk('test/contacts', 'contacts');
    await Promise.all([store.dispatch(thunk({})), store.dispatch(thunk({}))]);
    expect(calls(CONTACTS)).toBe(1);
    const forced = { isForced: true } as const;
    await Promise.all([store.dispatch(thunk({})), store.dispatch(thunk(forced))]);
    expect(calls(CONTACTS)).toBe(3);
  });
});

describe('Popup state (product §3.14, §4.9)', () => {
  it('a popup opens by name, merges its buffer and clears the buffer on close', () => {
    const { store } = createWorld();
    store.dispatch(popupBufferMerged({ invoiceRef: 'ignored' }));
    expect(store.getState().popup.buffer.invoiceRef).toBeNull();
    store.dispatch(popupOpened({ name: 'CONFIRM', buffer: { invoiceRef: 'HD-2041' } }));
    store.dispatch(popupBufferMerged({ confirmPopupType: 'cancelPaymentPlan' }));
    expect(store.getState().popup).toMatchObject({
      popupName: 'CONFIRM',
      buffer: { invoiceRef: 'HD-2041', confirmPopupType: 'cancelPaymentPlan' },
      isEdit: false,
    });
    store.dispatch(popupClosed());
    expect(store.getState().popup).toMatchObject({
      popupName: null,
      buffer: { invoiceRef: null, confirmPopupType: null },
    });
  });
});

describe('Error report (product §2.20)', () => {
  it('an error report has a source and a type and stays within the call limits', () => {
    const error = new Error('x'.repeat(600));
    error.stack = 'y'.repeat(5_000);
    const report = errorReport(error);
    expect(report).toMatchObject({ source: 'Payment platform', type: 'ERROR' });
    expect(report.message).toHaveLength(500);
    expect(report.stack).toHaveLength(4096);
    expect(errorReport('thrown text').message).toBe('thrown text');
  });
});
