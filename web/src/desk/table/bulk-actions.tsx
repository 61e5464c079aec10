// Actions on selected rows. Each row is a call of its own, so the result of each is listed, and a repetition affects
// only the rows without a success. A row whose response was lost is repeated with the same key.

import type { StaffScope } from '@quittance/contract/identity/roles';
import { useRef, useState } from 'react';
import { isStatus } from '../../shared/api/http.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { toActionSentence } from '../api/failure.ts';
import type { DeskAction } from '../api/open-actions.ts';
import { useCan } from '../api/session-context.ts';
import { useRunAction } from '../api/use-action.ts';
import { download } from '../forms/download.ts';
import { formTexts } from '../texts/forms.ts';
import { bulkTexts, tableTexts } from '../texts/table.ts';
import styles from './bulk-actions.module.css';
import { type CsvColumn, toCsv } from './csv.ts';
import { Table } from './table.tsx';

const css = bindClasses(styles);

/** Calls that run at the same time. More would delay the calls of colleagues. */
const LANES = 4;

/** The limit of calls per minute is reached by more than a thousand rows. */
const LIMITED = 429;
const LIMITED_PAUSE_MS = 5000;

/** because every record has an id */
export const rowId = (row: unknown): string => (row as { id: string }).id;

export type BulkAction<Row> = {
  label: string;
  scope: StaffScope;
  title: (count: number) => string;
  text: string;
  /** A text for all rows. Without `missing`, it may be empty. */
  typed?: { label: string; hint: string; missing?: string; maxLength: number };
  toCall: (row: Row, typed: string) => DeskAction;
};

export type BulkDeclaration<Row> = {
  toTitle: (row: Row) => string;
  actions: readonly BulkAction<Row>[];
};

type BulkBarProps<Row> = {
  bulk: BulkDeclaration<Row>;
  csv: { fileName: string; columns: readonly CsvColumn<Row>[] } | undefined;
  rows: readonly Row[];
  /** Undefined if no more rows match the filters. */
  onSelectMore: (() => void) | undefined;
  isSelecting: boolean;
  onClear: () => void;
  onDone: () => void;
};

export function BulkBar<Row>(props: BulkBarProps<Row>) {
  const { bulk, csv, rows, onSelectMore, isSelecting, onClear, onDone } = props;
  const can = useCan();
  const [action, setAction] = useState<BulkAction<Row> | null>(null);
  const save = (): void => {
    if (csv) download(new Blob([toCsv(csv.columns, rows)], { type: 'text/csv' }), csv.fileName);
  };
  return (
    <div className={css('bar')} role="toolbar" aria-label={bulkTexts.toolbar}>
      <strong role="status">{bulkTexts.selected(rows.length)}</strong>
      {onSelectMore && (
        <Button variant="quiet" size="small" isLoading={isSelecting} onClick={onSelectMore}>
          {bulkTexts.selectMore}
        </Button>
      )}
      {bulk.actions
        .filter(({ scope }) => can(scope))
        .map((each) => (
          <Button key={each.label} variant="secondary" size="small" onClick={() => setAction(each)}>
            {each.label}
          </Button>
        ))}
      {csv && (
        <Button variant="secondary" size="small" icon="download" onClick={save}>
          {tableTexts.export}
        </Button>
      )}
      <Button variant="quiet" size="small" onClick={onClear}>
        {bulkTexts.clear}
      </Button>
      {action && (
        <BulkDialog
          action={action}
          rows={rows}
          toTitle={bulk.toTitle}
          onClose={(hasRun) => {
            setAction(null);
            if (hasRun) onDone();
          }}
        />
      )}
    </div>
  );
}

type Outcome = { isDone: boolean; text: string };

type BulkDialogProps<Row> = {
  action: BulkAction<Row>;
  rows: readonly Row[];
  toTitle: (row: Row) => string;
  onClose: (hasRun: boolean) => void;
};

function useBulkRun<Row>(action: BulkAction<Row>) {
  const runAction = useRunAction();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map());
  const [isRunning, setIsRunning] = useState(false);
  const isStopped = useRef(false);
  const running = useRef(false);
  const runRow = async (row: Row, typed: string): Promise<void> => {
    const { name, input } = action.toCall(row, typed);
    // because the input belongs to the call of this name
    const call = () => runAction(name, input as never);
    let result = await call();
    while (!result.isOk && isStatus(result.failure, LIMITED) && !isStopped.current) {
      await new Promise((resolve) => setTimeout(resolve, LIMITED_PAUSE_MS));
      result = await call();
    }
    const text = result.isOk ? bulkTexts.done : toActionSentence(result.failure);
    setOutcomes((before) => new Map(before).set(rowId(row), { isDone: result.isOk, text }));
  };
  const run = async (rows: readonly Row[], typed: string): Promise<void> => {
    if (running.current) return;
    running.current = true;
    isStopped.current = false;
    setIsRunning(true);
    const waiting = rows.filter((row) => outcomes.get(rowId(row))?.isDone !== true);
    // The first call alone asks for the passkey, if it is needed.
    const first = waiting.shift();
    if (first) await runRow(first, typed);
    const lane = async (): Promise<void> => {
      for (let row = waiting.shift(); row && !isStopped.current; row = waiting.shift())
        await runRow(row, typed);
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    running.current = false;
    setIsRunning(false);
  };
  const stop = (): void => {
    isStopped.current = true;
  };
  return { outcomes, isRunning, run, stop };
}

function BulkDialog<Row>(props: BulkDialogProps<Row>) {
  const { action, rows, toTitle, onClose } = props;
  const { outcomes, isRunning, run, stop } = useBulkRun(action);
  const [text, setText] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const { typed } = action;
  const missing = text.trim() === '' ? typed?.missing : undefined;
  const done = [...outcomes.values()].filter(({ isDone }) => isDone).length;
  const left = rows.length - done;
  const hasRun = outcomes.size > 0;
  const start = (): void => {
    setIsChecked(true);
    if (missing === undefined) void run(rows, text.trim());
  };
  return (
    <Dialog
      isOpen
      size="medium"
      title={action.title(rows.length)}
      isBlocked={isRunning}
      onClose={() => onClose(hasRun)}
    >
      <Stack gap={4}>
        <Text>{action.text}</Text>
        {typed && !hasRun && (
          <Input
            label={typed.label}
            hint={typed.hint}
            isOptional={typed.missing === undefined}
            error={isChecked ? missing : undefined}
            maxLength={typed.maxLength}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
        )}
        {(isRunning || hasRun) && (
          <Progress done={done} failed={outcomes.size - done} all={rows.length} />
        )}
        {hasRun && !isRunning && (
          <div className={css('results')}>
            <Table
              caption={bulkTexts.results}
              rows={rows}
              rowKey={rowId}
              columns={[
                { header: bulkTexts.row, cell: toTitle },
                {
                  header: bulkTexts.result,
                  isText: true,
                  cell: (row) => outcomes.get(rowId(row))?.text ?? bulkTexts.notRun,
                },
              ]}
            />
          </div>
        )}
        <Stack direction="row" gap={3} wraps>
          {left > 0 && !isRunning && (
            <Button onClick={start}>{hasRun ? bulkTexts.again(left) : action.label}</Button>
          )}
          {isRunning ? (
            <Button variant="secondary" onClick={stop}>
              {bulkTexts.stop}
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => onClose(hasRun)}>
              {hasRun ? formTexts.done : formTexts.cancel}
            </Button>
          )}
        </Stack>
      </Stack>
    </Dialog>
  );
}

function Progress({ done, failed, all }: { done: number; failed: number; all: number }) {
  return (
    <div role="status">
      <progress className={css('progress')} max={all} value={done + failed} />
      <Notice tone={failed > 0 ? 'warning' : 'info'}>
        {bulkTexts.summary({ done, failed, all })}
      </Notice>
    </div>
  );
}
