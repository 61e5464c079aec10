// One entry of the history: the event, its details, and the exact text of a consent.

import { formatMoney } from '@quittance/contract/format';
import type { Zone } from '@quittance/contract/local-time';
import type { HistoryContent, HistoryEntry } from '@quittance/contract/statements/history';
import { historyTexts as texts } from '#texts/account/history';
import { recordedMethod } from '#texts/shared/recorded';
import { historyTitle } from '#texts/shared/records';
import { formatDate, formatInstant } from '../../shared/lib/format.ts';
import { MethodText } from '../../shared/ui/data/method-line.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Expandable } from '../../shared/ui/layout/expandable.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { HashText } from './hash-text.tsx';

type Fact = { label: string; value: string | null };

function listFacts(content: HistoryContent): Fact[] {
  switch (content.kind) {
    case 'CONSENT':
      return [
        { label: texts.method, value: content.method && recordedMethod(content.method) },
        { label: texts.limit, value: content.limit === null ? null : formatMoney(content.limit) },
        { label: texts.validFrom, value: formatDate(content.from) },
        { label: texts.version, value: content.version },
      ];
    case 'PAYMENT':
      return [
        { label: texts.invoice, value: content.invoice },
        { label: texts.method, value: content.method && recordedMethod(content.method) },
        { label: texts.amount, value: formatMoney(content.amount) },
        { label: texts.fee, value: content.fee === 0 ? null : formatMoney(content.fee) },
      ];
    case 'REFUND':
    case 'REFUND_FAILED':
    case 'DISPUTE':
      return [{ label: texts.amount, value: formatMoney(content.amount) }];
    case 'CHANGE':
      return [
        { label: texts.invoice, value: content.invoice },
        { label: texts.method, value: content.method && recordedMethod(content.method) },
        {
          label: texts.amount,
          value: content.amount === null ? null : formatMoney(content.amount),
        },
        { label: texts.on, value: content.on && formatDate(content.on) },
      ];
    case 'CONSENT_ENDED':
      return [];
  }
}

export function EntryCard({ entry, zone }: { entry: HistoryEntry; zone: Zone }) {
  const { position, hash, content } = entry;
  const facts = listFacts(content).flatMap(({ label, value }) =>
    value ? [{ label, value: <MethodText text={value} /> }] : [],
  );
  return (
    <Card>
      <Stack gap={3}>
        <Stack gap={1}>
          <Heading level={2} size="small">
            {historyTitle(content)}
          </Heading>
          <Text tone="muted">{formatInstant(content.at, zone)}</Text>
        </Stack>
        {content.kind === 'PAYMENT' && content.isOffSession && <Text>{texts.offSession}</Text>}
        {facts.length > 0 && <SummaryList rows={facts} look="short" />}
        <div>
          {content.kind === 'CONSENT' && (
            <Expandable section={texts.exactText}>
              <Text>{content.text}</Text>
            </Expandable>
          )}
          <Expandable section={texts.proof}>
            <HashText text={texts.entry(position, hash)} />
          </Expandable>
        </div>
      </Stack>
    </Card>
  );
}
