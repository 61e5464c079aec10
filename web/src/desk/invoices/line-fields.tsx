// The lines of a new invoice with live totals.

import { useRef } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { formatMoney } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { invoiceTexts, newInvoiceTexts } from '../texts/invoices.ts';
import styles from './line-fields.module.css';
import { amountOfLine, type DraftLine, emptyLine, toSums } from './new-invoice-draft.ts';

const css = bindClasses(styles);

const LINES_MAX = 200;

type LineFieldsProps = {
  lines: readonly DraftLine[];
  toError: (field: string) => string | undefined;
  onChange: (lines: readonly DraftLine[]) => void;
};

export function LineFields({ lines, toError, onChange }: LineFieldsProps) {
  const texts = newInvoiceTexts;
  const nextKey = useRef(lines.length + 1);
  const sums = toSums(lines);
  const total = toError('total');
  const add = (): void => {
    onChange([...lines, emptyLine(String(nextKey.current))]);
    nextKey.current += 1;
  };
  const money = (amount: typeof sums.netCents) => <Money text={formatMoney(amount)} />;
  return (
    <Section title={texts.lines} text={texts.discountHint}>
      <ol className={css('lines')}>
        {lines.map((line, index) => (
          <LineRow
            key={line.key}
            line={line}
            index={index}
            toError={toError}
            onChange={(changed) => onChange(lines.with(index, changed))}
            onRemove={
              lines.length > 1 ? () => onChange(lines.filter(({ key }) => key !== line.key)) : null
            }
          />
        ))}
      </ol>
      <div className={css('foot')}>
        <Button
          variant="secondary"
          size="small"
          icon="plus"
          disabled={lines.length >= LINES_MAX}
          onClick={add}
        >
          {texts.addLine}
        </Button>
        <div className={css('sums')} aria-live="polite">
          <SummaryList
            look="tight"
            rows={[
              { label: texts.net, value: money(sums.netCents) },
              { label: invoiceTexts.tax, value: money(sums.taxCents) },
              { label: texts.total, value: money(sums.totalCents), isStrong: true },
            ]}
          />
          {total && <Text tone="danger">{total}</Text>}
        </div>
      </div>
    </Section>
  );
}

type LineRowProps = {
  line: DraftLine;
  index: number;
  toError: (field: string) => string | undefined;
  onChange: (line: DraftLine) => void;
  onRemove: (() => void) | null;
};

function LineRow({ line, index, toError, onChange, onRemove }: LineRowProps) {
  const texts = newInvoiceTexts;
  const amount = amountOfLine(line);
  const field = (name: 'text' | 'quantity' | 'unitPrice' | 'tax', label: string) => (
    <div className={css(name)}>
      <Input
        label={label}
        error={toError(`lines.${index}.${name}`)}
        inputMode={name === 'text' ? undefined : 'decimal'}
        value={line[name]}
        onChange={({ currentTarget }) => onChange({ ...line, [name]: currentTarget.value })}
      />
    </div>
  );
  return (
    <li>
      <fieldset className={css('line')} aria-label={texts.line(index + 1)}>
        {field('text', texts.lineText)}
        {field('quantity', texts.quantity)}
        {field('unitPrice', texts.unitPrice)}
        {field('tax', texts.tax)}
        <p className={css('amount')}>
          <span className={css('label')}>{texts.amount}</span>
          <output>{amount === null ? invoiceTexts.none : formatMoney(amount)}</output>
        </p>
        <div className={css('remove')}>
          {onRemove && (
            <IconButton icon="trash" label={texts.removeLine(index + 1)} onClick={onRemove} />
          )}
        </div>
      </fieldset>
    </li>
  );
}
