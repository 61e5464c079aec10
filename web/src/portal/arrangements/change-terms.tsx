// What a change does, before the payer agrees: the payments until now and from now on, and the exact text.

import { formatMoney } from '@quittance/contract/format';
import { addCents } from '@quittance/contract/money';
import type { ChangePreview, ShownTerms } from '@quittance/contract/statements/upcoming-charges';
import { upcomingTexts } from '#texts/account/upcoming';
import { formatDayLabel } from '../../shared/lib/format.ts';
import { MethodLine } from '../../shared/ui/data/method-line.tsx';
import { SummaryList, type SummaryRow } from '../../shared/ui/data/summary-list.tsx';
import { Notice } from '../../shared/ui/feedback/notice.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Text } from '../../shared/ui/text/text.tsx';

const texts = upcomingTexts.change;

function rowOf({ date, amount, fee }: ShownTerms): SummaryRow {
  const total = formatMoney(addCents(amount, fee));
  const value = fee > 0 ? `${total} (${upcomingTexts.withFee(formatMoney(fee))})` : total;
  return { label: formatDayLabel(date), value };
}

function Payments({ title, terms }: { title: string; terms: readonly ShownTerms[] }) {
  return (
    <Stack as="section" gap={2}>
      <Heading level={3}>{title}</Heading>
      {terms.length > 0 ? (
        <SummaryList rows={terms.map(rowOf)} look="tight" />
      ) : (
        <Text tone="muted">{texts.nothing}</Text>
      )}
    </Stack>
  );
}

export function ChangeTerms({ preview }: { preview: ChangePreview }) {
  const { before, after, method, text, needsAnswer } = preview;
  return (
    <Stack gap={5}>
      {needsAnswer && <Notice tone="info">{texts.needsAnswer}</Notice>}
      <Payments title={texts.before} terms={before} />
      <Payments title={texts.after} terms={after} />
      {method && after.length > 0 && <MethodLine {...method} />}
      <Stack gap={1}>
        <Text size="small" isStrong>
          {texts.consent}
        </Text>
        <Text size="small" tone="muted">
          {text}
        </Text>
      </Stack>
    </Stack>
  );
}
