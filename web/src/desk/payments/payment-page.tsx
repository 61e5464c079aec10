// A payment: what it is, what happened to it, and what can be done about it.

import { addCents, subtractCents } from '@quittance/contract/money';
import { useParams } from 'react-router';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Split } from '../../shared/ui/layout/split.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { type Read, useRead } from '../api/use-read.ts';
import { formatMoney } from '../format.ts';
import { ReasonAction } from '../forms/reason-action.tsx';
import { usePaths } from '../paths.ts';
import { PaymentBadge } from '../records/status-badges.tsx';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { paymentsTexts, paymentTexts } from '../texts/payments.ts';
import { DecideAction } from './decide-action.tsx';
import { PaymentFacts, PaymentParts } from './payment-facts.tsx';
import { PaymentHistory } from './payment-history.tsx';
import { RefundAction } from './refund-action.tsx';
import { RefundList } from './refund-list.tsx';

type Payment = AnswerOf<'getPayment'>;

export function PaymentPage() {
  const { id = '' } = useParams();
  const paths = usePaths();
  const payment = useRead('getPayment', { params: { paymentId: id } });
  const refunds = useRead('listRefunds', { params: { paymentId: id } });
  const { answer } = payment;
  const again = (): void => {
    payment.again();
    refunds.again();
  };
  return (
    <Page
      title={
        answer
          ? paymentTexts.title(formatMoney(addCents(answer.amount, answer.fee)))
          : paymentsTexts.one
      }
      mark={answer && <PaymentBadge state={answer.state} />}
      back={{ href: paths.payments, label: paymentsTexts.title }}
      actions={answer && <PaymentActions payment={answer} onDone={again} />}
    >
      <ReadView read={payment}>
        {(found) => <PaymentBody payment={found} refunds={refunds} />}
      </ReadView>
    </Page>
  );
}

type BodyProps = { payment: Payment; refunds: Read<AnswerOf<'listRefunds'>> };

function PaymentBody({ payment, refunds }: BodyProps) {
  return (
    <>
      {payment.state === 'UNKNOWN' && <Notice tone="warning">{paymentTexts.held}</Notice>}
      <Split aside={<PaymentFacts payment={payment} />}>
        <Stack gap={5}>
          <PaymentHistory steps={payment.history} />
          {payment.parts.length > 0 && <PaymentParts parts={payment.parts} />}
          <ReadView read={refunds}>{({ data }) => <RefundList refunds={data} />}</ReadView>
        </Stack>
      </Split>
    </>
  );
}

function PaymentActions({ payment, onDone }: { payment: Payment; onDone: () => void }) {
  const can = useCan();
  if (!can('money')) return null;
  const left = subtractCents(addCents(payment.amount, payment.fee), payment.refunded);
  const isByProcessor = payment.method === 'CARD' || payment.method === 'ACH';
  return (
    <>
      {payment.state === 'UNKNOWN' && <DecideAction paymentId={payment.id} onDone={onDone} />}
      {payment.state === 'SUCCEEDED' && isByProcessor && left > 0 && (
        <RefundAction payment={payment} onDone={onDone} />
      )}
      {payment.state === 'SUCCEEDED' && payment.method === 'CASH' && (
        <ReasonAction
          call="reverseManualPayment"
          params={{ paymentId: payment.id }}
          texts={paymentTexts.reverse}
          isDanger
          onDone={onDone}
        />
      )}
    </>
  );
}
