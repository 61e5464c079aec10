/**
 * Saves a new method and, if an invoice is given, attaches it to the invoice's arrangement (product §4.14). A bank
 * account or a different fee needs two steps: the authorization for the invoice contains the last digits (R27),
 * which are unknown before the method is saved.
 */

import type { InvoiceId, MethodId } from '@quittance/contract/ids';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { MethodChangeTerms } from '@quittance/domain/checkout/method-change';
import { shownMandate } from '../../../shared/lib/mandate-text.ts';
import type { FieldName } from '../../processors/fields.ts';
import { loadProcessor } from '../../processors/registry.ts';
import { failureText } from '../../store/failure-text.ts';
import { changeInvoiceMethod } from '../../store/methods.ts';
import { reloadInvoice } from '../../store/open-invoice.ts';
import { customerRead } from '../../store/reads.ts';
import type { AppThunk } from '../../store/root.ts';
import { saveMethod } from '../../store/save-method.ts';
import { collectPaymentInfo, type MethodSource } from './payment-info.ts';
import type { FieldsContext } from './use-secure-fields.ts';

export type MethodChange = {
  company: FieldsContext['company'];
  invoiceId: InvoiceId | null;
  kind: ChargeKind;
  source: MethodSource;
  mandateText: string;
  terms: MethodChangeTerms | null;
};

export type ChangeResult =
  | { kind: 'changed' }
  /** The method is saved, but the payer must still agree to the authorization for the invoice. */
  | { kind: 'toConfirm'; methodId: MethodId }
  | { kind: 'invalid'; fields: FieldName[] }
  | { kind: 'failed'; message: string | null };

export function changeMethod(change: MethodChange): AppThunk<Promise<ChangeResult>> {
  return async (dispatch) => {
    const { source, invoiceId } = change;
    if (source.from === 'saved') return dispatch(attach(change, source.method.id));
    const added = await dispatch(add(change));
    if (added.kind !== 'added') return added;
    if (invoiceId === null) return { kind: 'changed' };
    if (change.kind === 'ach' || isFeeChanged(change.terms)) {
      return { kind: 'toConfirm', methodId: added.methodId };
    }
    return dispatch(attach(change, added.methodId));
  };
}

/** A different fee needs consent to the authorization that names it (R36). */
export function isFeeChanged(terms: MethodChangeTerms | null): terms is MethodChangeTerms {
  return terms !== null && terms.before.feeCents !== terms.after.feeCents;
}

type AddResult =
  | { kind: 'added'; methodId: MethodId }
  | Exclude<ChangeResult, { kind: 'changed' | 'toConfirm' }>;

function add({ company, kind, source, mandateText }: MethodChange): AppThunk<Promise<AddResult>> {
  return async (dispatch) => {
    const { processor: name, processorData: data } = company;
    const processor = await loadProcessor(name);
    const input = { processor, data, kind, source, mandateText, chargedRequestId: null };
    const collected = await dispatch(collectPaymentInfo(input));
    if (collected.kind !== 'collected') return collected;
    const saved = await dispatch(
      saveMethod({
        processor: name,
        paymentInfo: collected.paymentInfo,
        confirm: (threeDSData) => processor.confirmAction({ data, threeDSData }),
      }),
    );
    if (!saved.isSaved) return { kind: 'failed', message: saved.message };
    return { kind: 'added', methodId: saved.methodId };
  };
}

function attach(change: MethodChange, pmID: MethodId): AppThunk<Promise<ChangeResult>> {
  return async (dispatch) => {
    const { company, invoiceId, kind, mandateText, terms } = change;
    if (invoiceId === null || !terms) return { kind: 'changed' };
    const { processor } = company;
    const quote = { amount: terms.after.amountCents, fee: terms.after.feeCents };
    const body = { processor, pmID, quote, ...shownMandate(kind, mandateText) };
    const done = await dispatch(changeInvoiceMethod({ params: { id: invoiceId }, body }));
    await Promise.all([dispatch(reloadInvoice()), dispatch(customerRead.again())]);
    if (changeInvoiceMethod.fulfilled.match(done)) return { kind: 'changed' };
    const failure = changeInvoiceMethod.rejected.match(done) ? done.payload : undefined;
    return { kind: 'failed', message: failureText(failure) };
  };
}
