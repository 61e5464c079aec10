import type { Handlers } from '../platform/http/portal-call.ts';
import { setAutoPayMethod, switchAutoPayOff, switchAutoPayOn } from './auto-pay.ts';
import { changeInvoiceMethod } from './change-invoice-method.ts';
import { methodDependants } from './method-dependants.ts';
import { methodSetupStatus } from './setup-status.ts';

export const portalHandlers = {
  methodSetup: async (deps, { principal, params }) => ({
    success: true,
    ...(await methodSetupStatus(deps, { principal, setupId: params.id })),
  }),
  methodDependants: async (deps, { principal, params }) => ({
    success: true,
    ...(await methodDependants(deps, { principal, methodId: params.id })),
  }),
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
