// The payments: the portal's record of each next to the processor's, the verdict, and the steps so far.

import type { PairView, TheirSide, View } from '@quittance/contract/playground-view';
import { memo, type ReactNode } from 'react';
import { bindClasses } from '../src/shared/lib/bind-classes.ts';
import { Stack } from '../src/shared/ui/layout/stack.tsx';
import { Badge } from '../src/shared/ui/text/badge.tsx';
import { Heading } from '../src/shared/ui/text/heading.tsx';
import { Money } from '../src/shared/ui/text/money.tsx';
import { Text } from '../src/shared/ui/text/text.tsx';
import styles from './playground.module.css';

const css = bindClasses(styles);

const VERDICTS = {
  same: { tone: 'success', label: 'Same' },
  waiting: { tone: 'info', label: 'Waiting' },
  different: { tone: 'warning', label: 'Different' },
} as const;

function Side({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={css('side')}>
      <Text size="small" tone="muted">
        {title}
      </Text>
      {children}
    </div>
  );
}

function Amount({ amount, state }: { amount: string; state: string }) {
  return (
    <Text size="large" isStrong>
      <Money text={amount} /> {state}
    </Text>
  );
}

function OurSide({ ours, invoice }: PairView) {
  if (!ours) return <Side title="Our ledger">Nothing is recorded here.</Side>;
  return (
    <Side title="Our ledger">
      <Amount {...ours} />
      <Text tone="muted">{ours.method}</Text>
      <p className={css('lines')}>
        {ours.postings.map(({ from, to, amount }) => `${from} → ${to} ${amount}`).join('\n')}
      </p>
      {invoice && <p>{`Invoice ${invoice.status}: ${invoice.paid} of ${invoice.total} paid`}</p>}
    </Side>
  );
}

function Charge({ amount, status, processor, transactionId, notes }: TheirSide) {
  return (
    <div>
      <Amount amount={amount} state={status} />
      <Text tone="muted">
        {processor}, {notes.join(', ')}
      </Text>
      <code>{transactionId}</code>
    </div>
  );
}

function Pair(pair: PairView) {
  const { company, invoice, verdict, theirs, timeline } = pair;
  return (
    <li className={css('pair', verdict.kind === 'different' && 'different')}>
      <Stack direction="row" justify="space-between" wraps gap={2}>
        <Heading level={3}>{invoice ? `${company}, ${invoice.reference}` : company}</Heading>
        <Badge {...VERDICTS[verdict.kind]} />
      </Stack>
      <Text>{verdict.sentence}</Text>
      <div className={css('columns')}>
        <OurSide {...pair} />
        <Side title="Processor’s records">
          {theirs.length === 0 && 'Nothing is recorded there.'}
          {theirs.map((charge) => (
            <Charge key={charge.transactionId} {...charge} />
          ))}
        </Side>
      </div>
      <ol className={css('timeline')} aria-label="Timeline">
        {timeline.map(({ label, note, at, isOpen }) => (
          <li key={`${label} ${at}`} className={css('step', isOpen && 'open')}>
            <Text isStrong>{label}</Text>
            <Text size="small" tone="muted">
              {note}
            </Text>
            <Text size="small" tone="muted">
              {at}
            </Text>
          </li>
        ))}
      </ol>
    </li>
  );
}

/** Every view is a new object, so equal pairs are compared by value. */
const StablePair = memo(Pair, (left, right) => JSON.stringify(left) === JSON.stringify(right));

export function Pairs({ pairs }: Pick<View, 'pairs'>) {
  return (
    <ul id="pairs" tabIndex={-1} className={css('pairs')}>
      {pairs.map((pair) => (
        <StablePair {...pair} key={pair.key} />
      ))}
    </ul>
  );
}
