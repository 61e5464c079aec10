/** A customer's payment methods and auto-pay. */
import { addMethod } from '../../methods/add-method.ts';
import { setAutoPayMethod, switchAutoPayOff, switchAutoPayOn } from '../../methods/auto-pay.ts';
import { changeInvoiceMethod } from '../../methods/change-invoice-method.ts';
import { methodDependants } from '../../methods/method-dependants.ts';
import { removeMethod } from '../../methods/remove-method.ts';
import { methodSetupStatus } from '../../methods/setup-status.ts';
import { openFields } from '../../payments/checkout/open-fields.ts';
import { readCustomer } from '../../screens/profile.ts';
import type { Handlers } from './call.ts';

export const methodHandlers = {
  addMethod: async (deps, { principal, body, evidence }) => {
    const { processor, paymentInfo } = body;
    const added = await addMethod(deps, { principal, processor, paymentInfo, evidence });
    const debtor = await readCustomer(deps, principal, principal.customerId);
    return { success: true, debtor, ...added };
  },
  methodSetup: async (deps, { principal, params }) => ({
    success: true,
    ...(await methodSetupStatus(deps, { principal, setupId: params.id })),
  }),
  openMethodFields: (deps, { principal }) => openFields(deps, { principal, requestId: null }),
  methodDependants: async (deps, { principal, params }) => ({
    success: true,
    ...(await methodDependants(deps, { principal, methodId: params.id })),
  }),
  removeMethod: async (deps, { principal, params }) => {
    await removeMethod(deps, { principal, methodId: params.id });
    return { success: true, debtor: await readCustomer(deps, principal, principal.customerId) };
  },
  setAutoPayMethod: async (deps, { principal, body, evidence }) => {
    const { pmID: methodId, achMandateText, feeTerms } = body;
    const command = { principal, methodId, achMandateText, feeTerms, evidence };
    const { autoPayPMID } = await setAutoPayMethod(deps, command);
    return { success: true, autoPayPMID };
  },
  toggleAutoPay: async (deps, { principal, body, evidence }) => {
    const { pmID: methodId, achMandateText, feeTerms } = body;
    if (!methodId) return { success: true, ...(await switchAutoPayOff(deps, principal)) };
    const command = { principal, methodId, achMandateText, feeTerms, evidence };
    return { success: true, ...(await switchAutoPayOn(deps, command)) };
  },
  changeInvoiceMethod: async (deps, { principal, params, body, evidence }) => {
    const { processor, pmID: methodId, quote, achMandateText } = body;
    const change = { principal, invoiceId: params.id, processor, methodId, evidence };
    await changeInvoiceMethod(deps, { ...change, quote, achMandateText });
    return { success: true };
  },
} satisfies Partial<Handlers>;
