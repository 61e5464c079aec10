// Downloads a list with its filters as CSV, read page by page.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import type { CallInput, ItemOf, PagedName } from '../api/call-types.ts';
import { useClient } from '../api/client-context.ts';
import { toSentence } from '../api/failure.ts';
import { download } from '../forms/download.ts';
import { tableTexts } from '../texts/table.ts';
import { type CsvColumn, toCsv } from './csv.ts';
import type { Filters } from './use-list-query.ts';

const PAGE_ROWS = 100;
/** For more rows, the provider API and the command line offer a full export. */
const ROWS_MAX = 10_000;

type ExportButtonProps<Name extends PagedName> = {
  call: Name;
  filters: Filters;
  fileName: string;
  columns: readonly CsvColumn<ItemOf<Name>>[];
};

export function ExportButton<Name extends PagedName>(props: ExportButtonProps<Name>) {
  const { call, filters, fileName, columns } = props;
  const client = useClient();
  const [count, setCount] = useState<number | null>(null);
  const run = async (): Promise<void> => {
    setCount(0);
    const rows: ItemOf<Name>[] = [];
    let after: string | null = null;
    do {
      const query = { ...filters, limit: PAGE_ROWS, ...(after === null ? {} : { after }) };
      const result = await client.call(call, { query } as CallInput<Name>); // because a list takes its filters
      if (!result.isOk) {
        setCount(null);
        showToast({ tone: 'error', text: toSentence(result.failure) });
        return;
      }
      // The cast is safe because a call of this name returns a page.
      const page = result.answer as { data: ItemOf<Name>[]; nextCursor: string | null };
      rows.push(...page.data);
      after = page.nextCursor;
      setCount(rows.length);
    } while (after !== null && rows.length < ROWS_MAX);
    setCount(null);
    download(new Blob([toCsv(columns, rows)], { type: 'text/csv;charset=utf-8' }), fileName);
    const text = after === null ? tableTexts.exported : tableTexts.exportedPart;
    showToast({ tone: 'success', text: text(rows.length) });
  };
  return (
    <Button
      variant="secondary"
      icon="download"
      isLoading={count !== null}
      loadingText={tableTexts.exporting(count ?? 0)}
      onClick={() => void run()}
    >
      {tableTexts.export}
    </Button>
  );
}
