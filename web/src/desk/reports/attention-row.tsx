// One item: what waits, since when, for whom, and how it is settled.

import { Link } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { buttonClass } from '../../shared/ui/actions/button-class.ts';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { formatMoney, useMoments } from '../format.ts';
import { usePaths } from '../paths.ts';
import { MethodCell } from '../records/method-cell.tsx';
import { attentionTexts } from '../texts/attention.ts';
import { AttentionDecisions } from './attention-decisions.tsx';
import { type AttentionItem, factsOf } from './attention-item.ts';
import styles from './attention-row.module.css';

const css = bindClasses(styles);

type AttentionRowProps = { item: AttentionItem; onSettled: () => void };

export function AttentionRow({ item, onSettled }: AttentionRowProps) {
  const paths = usePaths();
  const moments = useMoments();
  const { kind, customer, invoice, amount, facts } = item;
  return (
    <article className={css('row')}>
      <div className={css('words')}>
        <Heading level={2} size="small">
          {attentionTexts.titles[kind]}
        </Heading>
        <p className={css('who')}>
          {customer && <Link to={paths.customer(customer.id)}>{customer.name}</Link>}
          {invoice && (
            <Link to={paths.invoice(invoice.id)}>{attentionTexts.invoice(invoice.accountRef)}</Link>
          )}
          {facts.method !== null && (
            <MethodCell
              method={facts.method}
              methodBrand={facts.methodBrand}
              methodLast4={facts.methodLast4}
            />
          )}
        </p>
        <p className={css('facts')}>{factsOf(item, moments).join(' · ')}</p>
        <p className={css('advice')}>{attentionTexts.advice[kind]}</p>
      </div>
      <div className={css('side')}>
        {amount !== null && <Money text={formatMoney(amount)} size="large" isStrong />}
        <div className={css('actions')}>
          <AttentionDecisions item={item} onSettled={onSettled} />
          <OpenLink item={item} />
        </div>
      </div>
    </article>
  );
}

/** The record where it can be seen in full. */
function OpenLink({ item }: { item: AttentionItem }) {
  const paths = usePaths();
  const { open } = attentionTexts;
  const look = buttonClass({ variant: 'quiet' });
  if (item.paymentId !== null)
    return (
      <Link to={paths.payment(item.paymentId)} className={look}>
        {open.payment}
      </Link>
    );
  if (item.kind === 'FAILING_ENDPOINT')
    return (
      <Link to={paths.settings('webhooks')} className={look}>
        {open.webhooks}
      </Link>
    );
  if (item.invoice)
    return (
      <Link to={paths.invoice(item.invoice.id)} className={look}>
        {open.invoice}
      </Link>
    );
  return item.customer ? (
    <Link to={paths.customer(item.customer.id)} className={look}>
      {open.customer}
    </Link>
  ) : null;
}
