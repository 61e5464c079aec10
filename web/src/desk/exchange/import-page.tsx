// Imports a file: first a check that writes nothing, then the import itself.

import { useState } from 'react';
import { Button } from '../../shared/ui/actions/button.tsx';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { fieldErrorOf, sentenceOf } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { Page } from '../shell/page.tsx';
import { failureTexts } from '../texts/failures.ts';
import { importTexts } from '../texts/import.ts';
import { type ImportDraft, queryOf, readBytes } from './import-draft.ts';
import { ImportFields } from './import-fields.tsx';
import { ImportReport } from './import-report.tsx';

type Report = AnswerOf<'importRows'>;

const FIRST: ImportDraft = { kind: 'customers', file: null, dateFormat: 'YYYY-MM-DD', map: '' };

export function ImportPage() {
  const can = useCan();
  return (
    <Page title={importTexts.title} text={importTexts.text}>
      {can('write') ? (
        <Importer />
      ) : (
        <EmptyState
          icon="lock"
          title={failureTexts.notAllowed}
          text={failureTexts.notAllowedText}
        />
      )}
    </Page>
  );
}

function Importer() {
  const action = useAction('importRows');
  const [draft, setDraft] = useState(FIRST);
  const [report, setReport] = useState<Report | null>(null);
  const [fileError, setFileError] = useState<string | undefined>();
  const change = (part: Partial<ImportDraft>): void => {
    setDraft({ ...draft, ...part });
    setReport(null);
    setFileError(undefined);
    action.clear();
  };
  const send = async (isDryRun: boolean): Promise<void> => {
    const bytes = await readBytes(draft.file);
    if (typeof bytes === 'string') {
      setFileError(bytes);
      return;
    }
    const result = await action.run({ query: queryOf(draft, isDryRun), body: bytes });
    if (!result.isOk) return;
    setReport(result.answer);
    if (!isDryRun) {
      const { added, changed } = result.answer;
      showToast({ tone: 'success', text: importTexts.done(added + changed) });
    }
  };
  const isDone = report !== null && !report.isDryRun;
  return (
    <Stack gap={5}>
      {!isDone && (
        <ImportFields
          draft={draft}
          fileError={fileError ?? fieldErrorOf(action.failure, 'file')}
          onChange={change}
        />
      )}
      {action.failure && <Notice tone="danger">{sentenceOf(action.failure)}</Notice>}
      {!report && (
        <div>
          <Button
            isLoading={action.isRunning}
            loadingText={importTexts.checking}
            onClick={() => void send(true)}
          >
            {importTexts.check}
          </Button>
        </div>
      )}
      {report && <ImportReport report={report} />}
      {report?.isDryRun && (
        <RunButton report={report} isRunning={action.isRunning} onRun={() => void send(false)} />
      )}
      {isDone && (
        <div>
          <Button variant="secondary" onClick={() => change(FIRST)}>
            {importTexts.another}
          </Button>
        </div>
      )}
    </Stack>
  );
}

type RunButtonProps = { report: Report; isRunning: boolean; onRun: () => void };

function RunButton({ report: { added, changed }, isRunning, onRun }: RunButtonProps) {
  const count = added + changed;
  return (
    <div>
      <Button isLoading={isRunning} disabled={count === 0} onClick={onRun}>
        {count === 0 ? importTexts.nothing : importTexts.run(count)}
      </Button>
    </div>
  );
}
