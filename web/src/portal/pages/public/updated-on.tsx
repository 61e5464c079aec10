// 'Last updated November 15, 2026'.

import { isoDate } from '@quittance/contract/dates';
import { publicTexts } from '#texts/site/public-pages';
import { formatDate } from '../../../shared/lib/format.ts';
import { Sentence } from '../../../shared/ui/text/sentence.tsx';
import { Text } from '../../../shared/ui/text/text.tsx';
import type { UpdatedOn } from '../../../texts/legal-text.ts';

export function UpdatedOnLine({ date }: { date: UpdatedOn }) {
  const time = <time dateTime={date}>{formatDate(isoDate(date))}</time>;
  return (
    <Text size="small" tone="subtle">
      <Sentence parts={publicTexts.updatedOn(time)} />
    </Text>
  );
}
