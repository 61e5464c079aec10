// A payment: its details, its history, and the available actions.

import { addCents, subtractCents } from '@quittance/contract/money';
import type { PaymentStep } from '@quittance/contract/payments/provider-schemas';
import type { Refund } from '@quittance/contract/payments/refund-schemas';
import { isPayment } from '@quittance/contract/vocabulary';
import { useParams } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { Split } from '../../shared/ui/layout/split.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { type Read, useRead } from '../api/use-read.ts';
import { formatMoney, useMoments } from '../format.ts';
import { ReasonAction } from '../forms/reason-action.tsx';
import { Section } from '../forms/section.tsx';
import { usePaths } from '../paths.ts';
import { useActorNames } from '../records/actor-names.ts';
import { toCodeWords, toDisputeReason } from '../records/codes.ts';
import { PaymentBadge, RefundBadge } from '../records/status-badges.tsx';
import { Page } from '../shell/page.tsx';
import { ReadView } from '../shell/read-view.tsx';
import { Table } from '../table/table.tsx';
import { creditTexts } from '../texts/credit.ts';
import { paymentsTexts, paymentTexts } from '../texts/payments.ts';
import { recordTexts } from '../texts/records.ts';
import { DecideAction } from './decide-action.tsx';
import { PaymentFacts, PaymentParts } from './payment-facts.tsx';
import styles from './payment-history.module.css';
import { RefundAction } from './refund-action.tsx';
import { RefundByHand, ReverseAction } from './reverse-payment.tsx';

type Payment = AnswerOf<'getPayment'>;

function toTitle(payment: AnswerOf<'getPayment'>): string {
  const kind = isPayment(payment) ? paymentsTexts.one : recordTexts.methods[payment.method];
  return paymentTexts.title(kind, formatMoney(payment.amount));
}

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
      // The same amount as in the lists, without the fee.
      title={answer ? toTitle(answer) : paymentsTexts.one}
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
  const isManual = payment.processor === 'manual' && isPayment(payment);
  const isByProcessor = payment.method === 'CARD' || payment.method === 'ACH';
  return (
    <>
      {payment.state === 'UNKNOWN' && <DecideAction paymentId={payment.id} onDone={onDone} />}
      {payment.state === 'SUCCEEDED' && isByProcessor && left > 0 && (
        <RefundAction payment={payment} onDone={onDone} />
      )}
      {payment.state === 'SUCCEEDED' && payment.method === 'CREDIT' && (
        <ReasonAction
          call="undoCredit"
          params={{ paymentId: payment.id }}
          texts={creditTexts.undo}
          onDone={onDone}
        />
      )}
      {payment.state === 'SUCCEEDED' && isManual && (
        <>
          <RefundByHand paymentId={payment.id} onDone={onDone} />
          <ReverseAction paymentId={payment.id} onDone={onDone} />
        </>
      )}
    </>
  );
}

function toWhy({ failureReason, resolution }: Refund): string {
  const done = resolution && paymentTexts.refundResolutions[resolution];
  return [failureReason, done].filter(Boolean).join(' · ') || paymentTexts.none;
}

function toOrigin({ origin, isFromCredit }: Refund): string {
  const { origins, fromCredit } = paymentTexts;
  return isFromCredit ? fromCredit : origins[origin];
}

function RefundList({ refunds }: { refunds: readonly Refund[] }) {
  const { moment } = useMoments();
  const { refundColumns } = paymentTexts;
  return (
    <Section title={paymentTexts.refunds}>
      <Table
        caption={paymentTexts.refunds}
        empty={paymentTexts.noRefunds}
        rows={refunds}
        rowKey={({ id }) => id}
        columns={[
          { header: refundColumns.created, cell: ({ createdAt }) => moment(createdAt) },
          { header: refundColumns.amount, cell: ({ amount }) => formatMoney(amount) },
          { header: refundColumns.origin, cell: toOrigin },
          { header: refundColumns.state, cell: ({ state }) => <RefundBadge state={state} /> },
          { header: refundColumns.reason, cell: toWhy, isText: true },
        ]}
      />
    </Section>
  );
}

const css = bindClasses(styles);

const BAD: readonly PaymentStep['step'][] = [
  ...(['FAILED', 'RETURNED', 'UNKNOWN', 'HELD'] as const),
  ...(['REFUND_FAILED', 'REFUND_STUCK', 'DISPUTE_OPENED', 'DISPUTE_LOST'] as const),
];
const GOOD: readonly PaymentStep['step'][] = ['SUCCEEDED', 'REFUND_MADE', 'DISPUTE_WON'];

function toTone(step: PaymentStep['step']): 'bad' | 'good' | 'plain' {
  if (BAD.includes(step)) return 'bad';
  return GOOD.includes(step) ? 'good' : 'plain';
}

/** Two steps can be identical and have the same instant. */
const toKey = ({ at, step, reference }: PaymentStep, index: number): string =>
  `${at} ${step} ${reference ?? ''} ${index}`;

/** Steps that only systems take part in. */
const TECHNICAL: readonly PaymentStep['step'][] = [
  'WEBHOOK_RECEIVED',
  'EVENT_RECORDED',
  'EVENT_DELIVERED',
];

function PaymentHistory({ steps }: { steps: readonly PaymentStep[] }) {
  const { moment } = useMoments();
  const toActor = useActorNames();
  const told = steps.filter(({ step }) => !TECHNICAL.includes(step));
  return (
    <Section title={paymentTexts.history} text={paymentTexts.historyText}>
      <ol className={css('steps')}>
        {told.map((step, index) => (
          <li key={toKey(step, index)} className={css('step', toTone(step.step))}>
            <p className={css('name')}>
              {paymentTexts.steps[step.step]}
              {step.amount !== null && (
                <span className={css('amount')}>{formatMoney(step.amount)}</span>
              )}
            </p>
            <p className={css('detail')}>
              <time dateTime={step.at}>{moment(step.at)}</time>
              {toDetails(step, toActor).map((detail) => ` · ${detail}`)}
            </p>
            {step.reason !== null && <p className={css('reason')}>“{step.reason}”</p>}
          </li>
        ))}
      </ol>
      <Expandable section={paymentTexts.technical}>
        <Table
          caption={paymentTexts.technical.caption}
          rows={steps.map((step, index) => ({ ...step, key: toKey(step, index) }))}
          rowKey={({ key }) => key}
          columns={[
            { header: paymentTexts.technical.at, cell: ({ at }) => moment(at) },
            {
              header: paymentTexts.technical.step,
              cell: ({ step }) => paymentTexts.steps[step],
              isText: true,
            },
            { header: paymentTexts.technical.code, cell: ({ code }) => code, isText: true },
            {
              header: paymentTexts.technical.reference,
              cell: ({ reference }) => reference,
              isText: true,
            },
          ]}
        />
      </Expandable>
    </Section>
  );
}

const ORIGINS: Readonly<Record<string, string>> = paymentTexts.origins;

function toDetails({ step, source, code }: PaymentStep, toActor: (source: string) => string) {
  const by = source === null ? null : paymentTexts.by(toActor(source));
  return [by, code === null ? null : inWords(step, code)].filter((detail) => detail !== null);
}

/** A decline or return code is part of the story; the other codes only name what the step says already. */
function inWords(step: PaymentStep['step'], code: string): string | null {
  if (step === 'MAIL_SENT' || step === 'MAIL_NOT_SENT') return paymentTexts.mails[code] ?? null;
  if (step === 'REFUND_ORDERED' || step === 'REFUND_MADE' || step === 'REFUND_STUCK')
    return code === 'PROVIDER' ? null : (ORIGINS[code] ?? null);
  if (step === 'DISPUTE_OPENED') return toDisputeReason(code);
  return BAD.includes(step) ? paymentTexts.code(ORIGINS[code] ?? toCodeWords(code)) : null;
}
