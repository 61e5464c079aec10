// Files of the history, and how they are verified.

import { historyTexts as texts } from '#texts/account/history';
import { Stack } from '../../../shared/ui/layout/stack.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import { FileButton } from '../../statements/file-button.tsx';
import { HashText } from '../../statements/hash-text.tsx';

/** `head` is of the first page. */
export function HistoryFiles({ head }: { head: string | null }) {
  return (
    <Stack gap={3}>
      <Stack direction="row" gap={2} wraps>
        <FileButton file={{ kind: 'history-pdf' }}>{texts.pdf}</FileButton>
        <FileButton file={{ kind: 'history-data' }}>{texts.data}</FileButton>
      </Stack>
      <Text size="small" tone="muted">
        {texts.howTo}
      </Text>
      {head && <HashText text={texts.lastEntry(head)} />}
    </Stack>
  );
}
