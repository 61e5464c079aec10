// Refunds a payment or a part of it. The resulting ledger postings are shown first.

import type {
  RefundPreview as Preview,
  RefundQuestion,
} from '@quittance/contract/payments/refund-schemas';
import { processorLabel } from '@quittance/contract/processors/registry';
import { useState } from 'react';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stale } from '../../shared/ui/feedback/stale.tsx';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { OptionCard } from '../../shared/ui/form/option-card.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { type Failure, hasCode, toSentence } from '../api/failure.ts';
import { type Read, useRead } from '../api/use-read.ts';
import { formatMoney, parseAmount, toDecimal, useMoments } from '../format.ts';
import { OpenButton } from '../forms/action-button.tsx';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { ReasonInput, useActionForm } from '../forms/action-form.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { Table } from '../table/table.tsx';
import { paymentTexts } from '../texts/payments.ts';

type RefundActionProps = { payment: AnswerOf<'getPayment'>; onDone: () => void };

export function RefundAction(props: RefundActionProps) {
  return (
    <OpenButton
      variant="secondary"
      label={paymentTexts.refund}
      dialog={(onClose) => <RefundDialog {...props} onClose={onClose} />}
    />
  );
}

/** Pending refunds are subtracted from the remaining amount. */
function useRefund({ id, parts }: AnswerOf<'getPayment'>) {
  const params = { paymentId: id };
  const [typed, setAmountText] = useState<string | null>(null);
  const [invoiceId, setInvoiceId] = useState('');
  const [isOwedAgain, setIsOwedAgain] = useState(false);
  const [keepsFee, setKeepsFee] = useState(false);
  const [credit, setCredit] = useState<Choice | null>(null);
  const terms = {
    ...(parts.length > 0 && invoiceId !== '' ? { invoiceId } : {}),
    ...(isOwedAgain && { isOwedAgain }),
    ...(keepsFee && { keepsFee }),
    ...(credit && { credit }),
  };
  const whole = useRead('previewRefund', { params, body: terms });
  const left = whole.answer?.amount ?? null;
  const amountText = typed ?? (left === null ? '' : toDecimal(left));
  const amount = parseAmount(amountText);
  const question = { ...(amount && { amount }), ...terms };
  const preview = useRead(
    'previewRefund',
    { params, body: question },
    { isNeeded: amount !== null },
  );
  const isUndecided = whole.failure !== null && hasCode(whole.failure, 'REFUND_CREDIT_UNDECIDED');
  return {
    params,
    question,
    amount,
    amountText,
    setAmountText,
    invoiceId,
    setInvoiceId,
    isOwedAgain,
    setIsOwedAgain,
    keepsFee,
    setKeepsFee,
    credit,
    setCredit,
    isUndecided,
    left,
    preview,
    whole,
  };
}

type RefundForm = ReturnType<typeof useRefund>;

function RefundDialog(props: RefundActionProps & { onClose: () => void }) {
  const { payment, onDone, onClose } = props;
  const texts = paymentTexts;
  const refund = useRefund(payment);
  const [isAgain, setIsAgain] = useState(false);
  const [reason, setReason] = useState('');
  const { amount, left } = refund;
  const why = reason.trim();
  const body = { ...refund.question, ...(isAgain && { isAgain }), reason: why };
  const isReady = amount !== null && why !== '' && !refund.isUndecided;
  const form = useActionForm('createRefund', {
    input: isReady ? { params: refund.params, body } : null,
    done: texts.refundDone,
    onDone: () => {
      onClose();
      onDone();
    },
  });
  return (
    <ActionDialog
      title={texts.refundTitle}
      text={texts.refundText}
      submitLabel={amount === null ? texts.refund : texts.refundConfirm(formatMoney(amount))}
      {...form.dialog}
      size="medium"
      onClose={onClose}
    >
      <RecentRefunds refunds={refund.whole.answer?.recent ?? []} />
      <CreditChoice {...refund} />
      <AmountInput
        label={texts.refundAmount}
        hint={left === null ? undefined : texts.refundAmountHint(formatMoney(left))}
        error={form.errorFor('amount', amount === null && texts.refundAmountWrong)}
        value={refund.amountText}
        onValueChange={refund.setAmountText}
      />
      <RefundTerms payment={payment} refund={refund} />
      <PreviewOrRefusal {...refund} />
      <AgainConfirmation {...form.dialog} isChecked={isAgain} onChange={setIsAgain} />
      <ReasonInput form={form} value={reason} onChange={setReason} />
    </ActionDialog>
  );
}

type Choice = NonNullable<RefundQuestion['credit']>;

/** Unused credit of the invoice's credit notes (R113): no answer is chosen in advance. */
function CreditChoice({ isUndecided, isOwedAgain, credit, setCredit }: RefundForm) {
  if (isOwedAgain || (!isUndecided && credit === null)) return null;
  const texts = paymentTexts.refundCredit;
  const option = (value: Choice) => (
    <OptionCard
      name="credit"
      value={value}
      title={texts[value]}
      text={texts[`${value}_TEXT`]}
      isSelected={credit === value}
      onSelect={() => setCredit(value)}
    />
  );
  return (
    <OptionGroup legend={texts.legend}>
      {option('PAY_OUT')}
      {option('KEEP')}
    </OptionGroup>
  );
}

/** The refunded invoice, and the consequences for its balance and the fee. */
function RefundTerms({
  payment,
  refund,
}: {
  payment: RefundActionProps['payment'];
  refund: RefundForm;
}) {
  const texts = paymentTexts;
  const company = useRead('getCompany', {}, { isNeeded: payment.fee > 0 });
  const parts = payment.parts.map((part) => ({ value: part.invoiceId, label: part.accountRef }));
  return (
    <>
      {parts.length > 0 && (
        <Select
          label={texts.refundInvoice}
          options={[{ value: '', label: texts.refundAll }, ...parts]}
          value={refund.invoiceId}
          onValueChange={refund.setInvoiceId}
        />
      )}
      {(payment.invoiceId !== null || parts.length > 0) && (
        <Checkbox isChecked={refund.isOwedAgain} onCheckedChange={refund.setIsOwedAgain}>
          {texts.refundOwedAgain}
        </Checkbox>
      )}
      {company.answer?.isFeeKeepable && (
        <Checkbox isChecked={refund.keepsFee} onCheckedChange={refund.setKeepsFee}>
          {texts.refundKeepsFee}
        </Checkbox>
      )}
    </>
  );
}

type AgainProps = {
  failure: Failure | null;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
};

/** Appears once the server refused a repeated refund, so that it is not confirmed in advance. */
export function AgainConfirmation({ failure, isChecked, onChange }: AgainProps) {
  const isRefused = failure !== null && hasCode(failure, 'REFUND_ALREADY_ORDERED');
  if (!isRefused && !isChecked) return null;
  return (
    <Checkbox isChecked={isChecked} onCheckedChange={onChange}>
      {paymentTexts.refundAgain}
    </Checkbox>
  );
}

/** The refund may already be in this list: its response may have been lost, or a colleague may have made it. */
function RecentRefunds({ refunds }: { refunds: Preview['recent'] }) {
  const { moment } = useMoments();
  if (refunds.length === 0) return null;
  return (
    <Notice tone="warning">
      {refunds.map(({ id, amount, createdAt }) => (
        <p key={id}>{paymentTexts.refundRecent(formatMoney(amount), moment(createdAt))}</p>
      ))}
    </Notice>
  );
}

type PreviewProps = { amount: number | null; whole: Read<Preview>; preview: Read<Preview> };

function PreviewOrRefusal({ amount, whole, preview }: PreviewProps) {
  const failure = amount === null ? whole.failure : preview.failure;
  if (failure) return <Notice tone="warning">{toSentence(failure)}</Notice>;
  if (!preview.answer || amount === null) return null;
  return <RefundPreview preview={preview.answer} isReading={preview.isReading} />;
}

type RefundPreviewProps = { preview: Preview; isReading: boolean };

/** Accounts that are named after a processor. The ids of invoices and customers are not useful to staff. */
const OF_PROCESSOR = ['clearing', 'disputed'];

/** 'clearing:stripe' is 'Clearing (Stripe)'. */
function accountName(account: string): string {
  const [kind = '', of = ''] = account.split(':');
  const name = paymentTexts.accounts[kind];
  if (name === undefined) return account;
  return OF_PROCESSOR.includes(kind) ? `${name} (${processorLabel(of)})` : name;
}

function RefundPreview({ preview, isReading }: RefundPreviewProps) {
  const texts = paymentTexts;
  const money = (amount: Preview['amount']) => <Money text={formatMoney(amount)} />;
  return (
    <Stale isStale={isReading}>
      <Stack gap={4}>
        <SummaryList
          look="tight"
          rows={[
            { label: texts.previewPrincipal, value: money(preview.principal) },
            ...(preview.credit > 0
              ? [{ label: texts.previewCredit, value: money(preview.credit) }]
              : []),
            { label: texts.previewFee, value: money(preview.fee) },
            { label: texts.previewAmount, value: money(preview.amount), isStrong: true },
            { label: texts.previewLeft, value: money(preview.left) },
          ]}
        />
        <Heading level={3}>{texts.preview}</Heading>
        <Table
          caption={texts.preview}
          rows={preview.postings}
          rowKey={({ source, destination, amount }) => `${source} ${destination} ${amount}`}
          columns={[
            { header: texts.posting.source, cell: ({ source }) => accountName(source) },
            {
              header: texts.posting.destination,
              cell: ({ destination }) => accountName(destination),
            },
            {
              header: texts.posting.amount,
              align: 'end',
              cell: ({ amount }) => formatMoney(amount),
            },
          ]}
        />
      </Stack>
    </Stale>
  );
}
