// The CHANGE_PM popup (product §2.15, §4.14): changes the method for the arrangement of the open invoice, or adds a
// saved method if the buffer has no invoice.

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { Customer } from '@quittance/contract/customers/portal-schemas';
import { formatMoney } from '@quittance/contract/format';
import type { Invoice, PublicInvoice } from '@quittance/contract/invoices/portal-schemas';
import type { FeeDetail } from '@quittance/contract/methods/portal-schemas';
import { addCents, subtractCents } from '@quittance/contract/money';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { feeFor } from '@quittance/domain/checkout/fees';
import {
  type LeftCharge,
  type MethodChangeTerms,
  methodChangeTerms,
} from '@quittance/domain/checkout/method-change';
import { acceptedKinds } from '@quittance/domain/checkout/payment-options';
import { changeMethodTexts } from '#texts/payment/change-method';
import { checkoutTexts } from '#texts/shared/checkout';
import { useTimeout } from '../../shared/hooks/use-timeout.ts';
import { mandateText } from '../../shared/lib/mandate-text.ts';
import { METHOD_CHANGED_CLOSE_MS } from '../../shared/lib/timings.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Overlay } from '../../shared/ui/overlay/overlay.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Authorization, AuthorizationReminder } from '../payments/pay/authorization.tsx';
import { isFeeChanged } from '../payments/pay/change-method.ts';
import { feeWords } from '../payments/pay/fee-summary.tsx';
import { isSubmitDisabled } from '../payments/pay/form-rules.ts';
import { MethodForm } from '../payments/pay/method-form.tsx';
import { kindsFor, offeredMethods } from '../payments/pay/saved-methods.ts';
import { SubmitButton } from '../payments/pay/submit-button.tsx';
import { useChangeMethod } from '../payments/pay/use-change-method.ts';
import { useMethodChoice } from '../payments/pay/use-method-choice.ts';
import { usePaymentForm } from '../payments/pay/use-payment-form.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { popupClosed } from '../store/popup.ts';
import { selectCompany, selectCustomer, selectInvoice } from '../store/reads.ts';
import { toSavedMethods } from '../store/saved-methods.ts';

/** Nothing is charged now; the method is charged off-session later. */
const SAVED_METHOD_USE = { chargedCents: null, isSaved: true } as const;

const ADDING = { purpose: 'ADD_PM' } as const;

const LATER = 'PAYMENT_EXTENSION';

type ChangeContext = { company: Company; customer: Customer; invoice: Invoice | null };

/** Requires a session: a public link cannot change methods (R18). */
function useChangeContext(): ChangeContext | null {
  const company = useAppSelector(selectCompany);
  const customer = useAppSelector(selectCustomer);
  const selected = useAppSelector(selectInvoice);
  const { invoiceRef } = useAppSelector(({ popup }) => popup.buffer);
  if (!company || !customer || !('id' in customer)) return null;
  if (invoiceRef === null) return { company, customer, invoice: null };
  const isOpen = selected?.accountRef === invoiceRef;
  return isOpen && 'id' in selected ? { company, customer, invoice: selected } : null;
}

export function ChangeMethodPopup() {
  const context = useChangeContext();
  return context && <ChangeMethod context={context} />;
}

function ChangeMethod({ context }: { context: ChangeContext }) {
  const { company, customer, invoice } = context;
  const dispatch = useAppDispatch();
  const { initialPM } = useAppSelector(({ popup }) => popup.buffer);
  const own = invoice ? toSavedMethods(customer) : [];
  const kinds = kindsFor({ company, payable: { kinds: acceptedKinds(company) } }, LATER);
  const others = own.filter(({ id, type }) => id !== initialPM && kinds.includes(type));
  const choice = useMethodChoice({
    saved: offeredMethods(others, { option: LATER, on: invoice?.schedule?.date ?? null }),
    kinds,
  });
  const { chosen, kind } = choice;
  const toForm = (shown: ChargeKind) => ({
    context: { company, requestId: null },
    kind: shown,
    isShown: !chosen && kind === shown,
    use: SAVED_METHOD_USE,
    isWalletWanted: false,
  });
  const forms = { card: usePaymentForm(toForm('card')), ach: usePaymentForm(toForm('ach')) };
  const form = forms[kind];
  const terms = invoice && termsAfterChange(invoice, kind, company);
  const mandate = terms && chosen ? toMandateTerms(terms) : ADDING;
  const methodLast4 = chosen?.last4 ?? null;
  const authorization = mandateText({ ...mandate, kind, company, methodLast4 });
  const invoiceId = invoice?.id ?? null;
  const change = useChangeMethod({
    company,
    invoiceId,
    choice,
    form,
    terms,
    mandateText: authorization,
  });
  const close = (): void => void dispatch(popupClosed());
  return (
    <Dialog
      isOpen
      title={changeMethodTexts.title}
      onClose={close}
      note={<AuthorizationReminder button={checkoutTexts.button.other} />}
      footer={
        <SubmitButton
          text={checkoutTexts.button.other}
          isDisabled={!chosen && isSubmitDisabled(form.validity)}
          isLoading={!chosen && form.phase === 'loading'}
          onPress={() => void change.submit()}
        />
      }
      overlay={change.phase !== 'idle' && <ChangeOverlay phase={change.phase} onClose={close} />}
    >
      <Stack gap={5}>
        {change.notice && <Notice tone={change.notice.tone}>{change.notice.text}</Notice>}
        {!chosen && form.phase === 'failed' && <FieldsFailed onRetry={form.retry} />}
        <MethodForm choice={choice} forms={forms} refused={change.refused} />
        {isFeeChanged(terms) && (
          <FeeChange
            terms={terms}
            fee={feeFor({ kind, amountCents: terms.after.amountCents, company })}
          />
        )}
        <Authorization text={authorization} />
      </Stack>
    </Dialog>
  );
}

function toMandateTerms({ after, charges }: MethodChangeTerms) {
  const { amountCents, feeCents } = after;
  const payments = charges.map((charge) => ({
    dueOn: charge.dueOn,
    costCents: addCents(charge.amountCents, charge.feeCents),
  }));
  return { purpose: 'CHANGE_PM', amountCents, feeCents, payments } as const;
}

function FieldsFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Notice tone="danger" action={{ label: changeMethodTexts.tryAgain, onClick: onRetry }}>
      {changeMethodTexts.fieldsFailed}
    </Notice>
  );
}

type ChangeOverlayProps = { phase: 'saving' | 'saved'; onClose: () => void };

function ChangeOverlay({ phase, onClose }: ChangeOverlayProps) {
  useTimeout(onClose, phase === 'saved' ? METHOD_CHANGED_CLOSE_MS : null);
  return (
    <Overlay
      variant={phase === 'saved' ? 'success' : 'pending'}
      {...changeMethodTexts[phase]}
      actions={
        <Button variant={phase === 'saved' ? 'primary' : 'quiet'} isWide onClick={onClose}>
          {changeMethodTexts.close}
        </Button>
      }
    />
  );
}

type FeeChangeProps = { terms: MethodChangeTerms; fee: FeeDetail };

/** The fee and total of the remaining amount, before and after a change of method (R36). */
function FeeChange({ terms: { before, after }, fee }: FeeChangeProps) {
  return (
    <SummaryList
      look="tight"
      rows={[
        {
          label: changeMethodTexts.feeBefore,
          value: <Money text={formatMoney(before.feeCents)} />,
        },
        { label: feeWords(fee), value: <Money text={formatMoney(after.feeCents)} /> },
        {
          label: changeMethodTexts.totalBefore,
          value: <Money text={formatMoney(before.totalCents)} />,
        },
        {
          label: changeMethodTexts.newTotal,
          value: <Money text={formatMoney(after.totalCents)} />,
          isStrong: true,
        },
      ]}
    />
  );
}

type Arranged = Pick<PublicInvoice, 'schedule' | 'plan' | 'installments'>;

/** Paid installments, and an installment that is being charged, keep their amounts. */
function toCharges({ schedule, installments }: Arranged): LeftCharge[] {
  if (schedule) {
    const { date: dueOn, amount: amountCents, fee: feeCents } = schedule;
    return [{ dueOn, amountCents, feeCents }];
  }
  return installments
    .filter(({ status }) => status === 'OPEN' || status === 'FAILED')
    .map(({ date: dueOn, cost, fee }) => ({
      dueOn,
      amountCents: subtractCents(cost, fee),
      feeCents: fee,
    }));
}

/** The server computes the same terms and compares them. */
function termsAfterChange(invoice: Arranged, to: ChargeKind, company: Company): MethodChangeTerms {
  const from = (invoice.schedule ?? invoice.plan)?.kind ?? to;
  return methodChangeTerms({ charges: toCharges(invoice), from, to, company });
}
