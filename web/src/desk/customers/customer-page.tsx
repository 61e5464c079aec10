// A customer: details, invoices, payments, what is arranged and what was asked.

import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { Button } from '../../shared/ui/actions/button.tsx';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import { Split } from '../../shared/ui/layout/split.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { useCan } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { InquiryList } from '../invoices/inquiry-list.tsx';
import { usePaths } from '../paths.ts';
import { ArrangementList } from '../records/arrangement-list.tsx';
import { InvoiceList } from '../records/invoice-list.tsx';
import { nameOf } from '../records/names.ts';
import { PaymentList } from '../records/payment-list.tsx';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { searchOf } from '../table/use-list-query.ts';
import { customersTexts } from '../texts/customers.ts';
import type { Customer } from './customer-draft.ts';
import { CustomerFacts } from './customer-facts.tsx';
import { CustomerForm } from './customer-form.tsx';
import { EraseCustomer } from './erase-customer.tsx';

const SHOWN = 10;

export function CustomerPage() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const customer = useRead('getCustomer', { params: { customerId: id } });
  const { answer } = customer;
  return (
    <Page
      title={answer ? nameOf(answer) : customersTexts.one}
      mark={answer && <Marks customer={answer} />}
      back={{ href: paths.customers, label: customersTexts.title }}
      actions={answer && <CustomerActions customer={answer} onChanged={customer.replace} />}
    >
      <ReadView read={customer}>
        {(found) => (
          <Split aside={<CustomerFacts customer={found} />}>
            <CustomerRecords customerId={found.id} />
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

type ActionsProps = { customer: Customer; onChanged: (customer: Customer) => void };

function CustomerActions({ customer, onChanged }: ActionsProps) {
  const can = useCan();
  const paths = usePaths();
  const [isEditing, setIsEditing] = useState(false);
  if (!can('write') || customer.erasedAt !== null) return null;
  const texts = customersTexts;
  return (
    <>
      {can('manage') && <EraseCustomer customer={customer} onErased={onChanged} />}
      <Button variant="secondary" onClick={() => setIsEditing(true)}>
        {texts.edit}
      </Button>
      <Link to={paths.newInvoice + searchOf({ customerId: customer.id })} className={buttonClass()}>
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
  const texts = customersTexts;
  const query = { customerId, limit: SHOWN };
  const invoices = useRead('listInvoices', { query });
  const payments = useRead('listPayments', { query });
  const plans = useRead('listPlans', { query });
  const schedules = useRead('listSchedules', { query });
  const inquiries = useRead('listInquiries', { query });
  const all = searchOf({ customerId });
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
            action={<Link to={paths.payments + all}>{texts.allPayments}</Link>}
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
