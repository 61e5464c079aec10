// A customer: details, invoices, payments, arrangements and inquiries.

import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { Button } from '../../shared/ui/actions/button.tsx';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Split } from '../../shared/ui/layout/split.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { toFieldError } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { FileButton } from '../forms/file-button.tsx';
import { InquiryList } from '../invoices/inquiry-list.tsx';
import { usePaths } from '../paths.ts';
import { RecordForCustomer } from '../payments/manual-payment.tsx';
import { ArrangementList } from '../records/arrangement-list.tsx';
import { InvoiceList } from '../records/invoice-list.tsx';
import { toName } from '../records/names.ts';
import { PaymentList } from '../records/payment-list.tsx';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { toSearchParams } from '../table/use-list-query.ts';
import { customersTexts } from '../texts/customers.ts';
import { formTexts } from '../texts/forms.ts';
import { CustomerCopies } from './customer-copies.tsx';
import { CustomerCredit } from './customer-credit.tsx';
import type { Customer } from './customer-draft.ts';
import { CustomerFacts } from './customer-facts.tsx';
import { CustomerForm } from './customer-form.tsx';

const SHOWN = 10;

export function CustomerPage() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const customer = useRead('getCustomer', { params: { customerId: id } });
  const { answer } = customer;
  return (
    <Page
      title={answer ? toName(answer) : customersTexts.one}
      mark={answer && <Marks customer={answer} />}
      back={{ href: paths.customers, label: customersTexts.title }}
      actions={answer && <CustomerActions customer={answer} onChanged={customer.replace} />}
    >
      <ReadView read={customer}>
        {(found) => (
          <Split
            aside={
              <Stack gap={5}>
                <CustomerFacts customer={found} />
                <CustomerCopies customer={found} onChanged={customer.replace} />
                <CustomerCredit customer={found} onChanged={customer.again} />
              </Stack>
            }
          >
            <CustomerRecords key={found.credit} customerId={found.id} />
          </Split>
        )}
      </ReadView>
    </Page>
  );
}

function Marks({ customer }: { customer: Customer }) {
  if (customer.erasedAt !== null) return <Badge label={customersTexts.erased} />;
  return customer.isTest ? <Badge tone="info" label={customersTexts.test} /> : null;
}

function PersonFiles({ customer: { id, customerRef } }: { customer: Customer }) {
  const { data, page, fileName } = customersTexts.personFiles;
  const input = { params: { customerId: id } };
  return (
    <>
      <FileButton
        call="getCustomerData"
        input={input}
        name={fileName(customerRef, 'json')}
        label={data}
      />
      <FileButton
        call="getCustomerDataPage"
        input={input}
        name={fileName(customerRef, 'html')}
        label={page}
      />
    </>
  );
}

type ActionsProps = { customer: Customer; onChanged: (customer: Customer) => void };

function CustomerActions({ customer, onChanged }: ActionsProps) {
  const can = useCan();
  const paths = usePaths();
  const [isEditing, setIsEditing] = useState(false);
  const texts = customersTexts;
  const files = can('manage') && <PersonFiles customer={customer} />;
  if (!can('write') || customer.erasedAt !== null) return files;
  return (
    <>
      {files}
      {can('manage') && <EraseCustomer customer={customer} onErased={onChanged} />}
      <Button variant="secondary" onClick={() => setIsEditing(true)}>
        {texts.edit}
      </Button>
      <Link
        to={paths.newInvoice + toSearchParams({ customerId: customer.id })}
        className={buttonClass()}
      >
        {texts.newInvoice}
      </Link>
      {isEditing && (
        <CustomerForm customer={customer} onSaved={onChanged} onClose={() => setIsEditing(false)} />
      )}
    </>
  );
}

function CustomerRecords({ customerId }: { customerId: string }) {
  const paths = usePaths();
  const can = useCan();
  const texts = customersTexts;
  const query = { customerId, limit: SHOWN };
  const invoices = useRead('listInvoices', { query });
  const payments = useRead('listPayments', { query });
  const plans = useRead('listPlans', { query });
  const schedules = useRead('listSchedules', { query });
  const inquiries = useRead('listInquiries', { query });
  const all = toSearchParams({ customerId });
  const readAgain = (): void => {
    invoices.again();
    payments.again();
  };
  return (
    <Stack gap={5}>
      <ReadView read={invoices}>
        {({ data }) => (
          <InvoiceList
            invoices={data}
            action={<Link to={paths.invoices + all}>{texts.allInvoices}</Link>}
          />
        )}
      </ReadView>
      <ReadView read={payments}>
        {({ data }) => (
          <PaymentList
            title={texts.payments}
            empty={texts.noPayments}
            payments={data}
            action={
              <Stack direction="row" gap={3} align="center" wraps>
                {can('money') && (
                  <RecordForCustomer customerId={customerId} onChanged={readAgain} />
                )}
                <Link to={paths.payments + all}>{texts.allPayments}</Link>
              </Stack>
            }
          />
        )}
      </ReadView>
      {plans.answer && schedules.answer && (
        <ArrangementList plans={plans.answer.data} schedules={schedules.answer.data} />
      )}
      {inquiries.answer && inquiries.answer.data.length > 0 && (
        <InquiryList inquiries={inquiries.answer.data} onAnswered={inquiries.again} />
      )}
    </Stack>
  );
}

type EraseCustomerProps = { customer: Customer; onErased: (customer: Customer) => void };

const START = { isOpen: false, isConfirming: false, isChecked: false, reason: '', customerRef: '' };

/** Erasing a person (R95): requires a reason, then the customer's number again. It cannot be undone. */
function EraseCustomer({ customer, onErased }: EraseCustomerProps) {
  const { id, customerRef } = customer;
  const texts = customersTexts.eraseAction;
  const action = useAction('eraseCustomer');
  const [draft, setDraft] = useState(START);
  const change = (changed: Partial<typeof START>) => setDraft({ ...draft, ...changed });
  const reason = draft.reason.trim();
  const typed = draft.customerRef.trim();
  const isConfirmed = typed.toLowerCase() === customerRef.toLowerCase();

  const submit = async (): Promise<void> => {
    const isMissing = draft.isConfirming ? !isConfirmed : reason === '';
    change({ isChecked: isMissing, isConfirming: draft.isConfirming || !isMissing });
    if (isMissing || !draft.isConfirming) return;
    const result = await action.run({
      params: { customerId: id },
      body: { reason, customerRef: typed },
    });
    if (!result.isOk) return;
    setDraft(START);
    showToast({ tone: 'success', text: texts.done });
    onErased(result.answer);
  };

  return (
    <>
      <Button variant="secondary" onClick={() => change({ isOpen: true })}>
        {texts.label}
      </Button>
      {draft.isOpen && (
        <ActionDialog
          title={texts.title}
          text={draft.isConfirming ? texts.again(customerRef) : texts.text}
          submitLabel={draft.isConfirming ? texts.confirm : texts.next}
          isDanger={draft.isConfirming}
          isRunning={action.isRunning}
          failure={action.failure}
          onSubmit={() => void submit()}
          onClose={() => setDraft(START)}
        >
          {draft.isConfirming ? (
            <Input
              key="number"
              label={customersTexts.customerRef}
              error={
                (draft.isChecked && !isConfirmed ? texts.otherNumber : undefined) ??
                toFieldError(action.failure, 'customerRef')
              }
              autoComplete="off"
              value={draft.customerRef}
              onChange={({ currentTarget }) => change({ customerRef: currentTarget.value })}
            />
          ) : (
            <Input
              key="reason"
              label={formTexts.reason}
              hint={formTexts.reasonHint}
              error={draft.isChecked && reason === '' ? formTexts.reasonMissing : undefined}
              maxLength={500}
              value={draft.reason}
              onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
            />
          )}
        </ActionDialog>
      )}
    </>
  );
}
