/**
 * State of the pay button and its form: busy, refused fields, notice and consent. Only one payment runs at a time,
 * regardless of how often the button is pressed.
 */

import type { MethodLine } from '@quittance/contract/methods/portal-schemas';
import type { Cents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import type { MandateTerms } from '@quittance/domain/checkout/mandates';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { payTexts } from '#texts/payment/pay';
import { mandateText } from '../../../shared/lib/mandate-text.ts';
import type { FieldName, Wallet, WalletConfirmation } from '../../processors/fields.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import { refresh } from '../../store/refresh.ts';
import { reportFailure } from '../../store/report-failure.ts';
import type { PayContext } from '../../store/selectors.ts';
import type { SubmitOutcome } from '../../store/submit-outcome.ts';
import { arrangementKey, type ChargeTerms, isPaidNow } from './charge-terms.ts';
import { type PaymentResult, payWithMethod } from './pay-with-method.ts';
import type { MethodSource } from './payment-info.ts';
import type { Arrangement } from './use-arrangement.ts';
import { useAttemptId } from './use-attempt-id.ts';
import type { MethodChoice } from './use-method-choice.ts';
import type { PaymentForm } from './use-payment-form.ts';

export type FormNotice = { tone: 'danger' | 'warning'; text: string };

export type PayInput = {
  context: PayContext;
  arrangement: Arrangement;
  choice: MethodChoice;
  form: PaymentForm;
  terms: ChargeTerms;
  isSaved: boolean | null;
  /** The customer's credit that is applied before (R117). */
  creditCents: Cents;
};

export function toSource({ chosen }: MethodChoice, form: PaymentForm): MethodSource | null {
  if (chosen) return { from: 'saved', method: chosen };
  const { fields, account } = form;
  return fields && { from: 'fields', fields, account };
}

/** Consent applies to this exact text. A changed date, count or amount needs new consent. */
function useAgreement(mandateText: string | null) {
  const [agreedTo, setAgreedTo] = useState<string | null>(null);
  const isAgreed = agreedTo !== null && agreedTo === mandateText;
  return {
    isAgreed,
    agree: (isTicked: boolean) => setAgreedTo(isTicked ? mandateText : null),
  };
}

export function usePayment(input: PayInput) {
  const { context, arrangement, choice, form, terms, isSaved, creditCents } = input;
  const dispatch = useAppDispatch();
  const { kind, chosen } = choice;
  const mandateText = mandateFor({ context, kind, terms, chosen, isSaved: isSaved === true });
  const agreement = useAgreement(mandateText);
  const source = arrangement.isConfirmed ? toSource(choice, form) : null;
  const attemptId = useAttemptId({
    ...terms.quote,
    requestId: context.requestId,
    option: arrangement.option,
    kind,
    methodId: chosen?.id ?? null,
    arrangement: creditCents > 0 ? String(creditCents) : arrangementKey(terms.schedule),
  });
  const isBusy = useRef(false);
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [refused, setRefused] = useState<readonly FieldName[]>([]);
  const [notice, setNotice] = useState<FormNotice | null>(null);

  const show = (result: PaymentResult): void => {
    if (result.kind === 'invalid') setRefused(result.fields);
    if (result.kind === 'failed')
      setNotice({ tone: 'danger', text: result.message ?? payTexts.notChecked[kind] });
    if (result.kind !== 'submitted') return;
    const { outcome } = result;
    if (outcome.kind === 'amountChanged' || outcome.kind === 'mandateChanged')
      setNotice({ tone: 'warning', text: outcome.message });
  };
  const pay = async (from: MethodSource): Promise<PaymentResult | null> => {
    if (isBusy.current) return null;
    isBusy.current = true;
    setIsSubmitting(true);
    setNotice(null);
    setRefused([]);
    const payment = {
      context,
      kind,
      terms,
      source: from,
      mandateText,
      isSaved,
      attemptId,
      creditCents,
    };
    try {
      const result = await dispatch(payWithMethod(payment));
      show(result);
      return result;
    } catch (error) {
      setNotice({ tone: 'danger', text: payTexts.notChecked[kind] });
      void dispatch(reportFailure(error));
      return null;
    } finally {
      isBusy.current = false;
      setIsSubmitting(false);
      form.recheck();
      // The credit stays applied even if the charge was declined.
      if (creditCents > 0) void dispatch(refresh());
    }
  };
  const isFree = () => !isBusy.current;
  const isWalletOpen = useWallet({ wallet: form.fields?.wallet, isFree, pay });
  const submit = (): void => {
    if (source && !isWalletOpen) void pay(source);
  };

  return { submit, isSubmitting, isWalletOpen, refused, notice, mandateText, ...agreement };
}

/** Outcomes in which the payment succeeded or may have succeeded, so no failure is reported to the wallet. */
const TAKEN: readonly SubmitOutcome['kind'][] = [
  'succeeded',
  'actionRequired',
  'pending',
  'processing',
  'unknown',
];

type WalletInput = {
  wallet: Wallet | undefined;
  isFree: () => boolean;
  /** Null if no payment was attempted or the attempt threw. */
  pay: (source: MethodSource) => Promise<PaymentResult | null>;
};

function useWallet({ wallet, isFree, pay }: WalletInput): boolean {
  const [isOpen, setIsOpen] = useState(false);
  const press = useEffectEvent((): boolean => {
    const isAllowed = isFree();
    if (isAllowed) setIsOpen(true);
    return isAllowed;
  });
  const confirm = useEffectEvent(async (confirmation: WalletConfirmation): Promise<void> => {
    setIsOpen(false);
    const result = await pay({ from: 'fields', fields: confirmation });
    const isTaken = result?.kind === 'submitted' && TAKEN.includes(result.outcome.kind);
    if (!isTaken) confirmation.fail();
  });
  useEffect(() => {
    const stop = wallet?.listen({
      onPress: () => press(),
      onCancel: () => setIsOpen(false),
      onConfirm: (confirmation) => void confirm(confirmation),
    });
    return () => {
      stop?.();
      setIsOpen(false);
    };
  }, [wallet]);
  return isOpen;
}

type MandateInput = {
  context: PayContext;
  kind: ChargeKind;
  terms: ChargeTerms;
  chosen: MethodLine | null;
  isSaved: boolean;
};

function mandateTerms({ context, terms }: MandateInput): MandateTerms | null {
  const { schedule, quote } = terms;
  const { amountCents, feeCents } = quote;
  switch (schedule.purpose) {
    case 'FULL_AMOUNT':
    case 'OWN_AMOUNT':
    case 'PARTIAL':
    case 'ESTIMATE':
    case 'INVOICES':
      return { purpose: schedule.purpose, amountCents, feeCents, date: context.payable.today };
    case 'PLAN': {
      const { installments } = schedule;
      return installments.length > 0
        ? { purpose: 'PLAN', amountCents, feeCents, installments }
        : null;
    }
    case 'EXTENSION': {
      const { date } = schedule;
      return date && { purpose: 'EXTENSION', amountCents, feeCents, date };
    }
  }
}

/**
 * The authorization text a payment requires (R27): always for a bank debit, and for a card that is saved or charged
 * later.
 */
function mandateFor(input: MandateInput): string | null {
  const { context, kind, terms, chosen, isSaved } = input;
  const isAsked = kind === 'ach' || isSaved || !isPaidNow(terms.schedule);
  const agreed = isAsked ? mandateTerms(input) : null;
  if (!agreed) return null;
  const { company } = context;
  const methodLast4 = chosen?.last4 ?? null;
  return mandateText({ ...agreed, kind, company, methodLast4, isMethodSaved: isSaved });
}
