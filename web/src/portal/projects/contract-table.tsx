// Contracts with date, status, remaining balance and document.

import { formatMoney } from '@quittance/contract/format';
import { subtractCents } from '@quittance/contract/money';
import type { Contract } from '@quittance/contract/projects/contract-schemas';
import type { ContractStatus } from '@quittance/contract/vocabulary';
import { useState } from 'react';
import { contractsTexts } from '#texts/account/contracts';
import { CONTRACT_STATUS_LABELS } from '#texts/shared/labels';
import { followLink } from '../../shared/lib/follow-link.ts';
import { formatDate } from '../../shared/lib/format.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import type { Column } from '../../shared/ui/data/data-columns.ts';
import { DataTable } from '../../shared/ui/data/data-table.tsx';
import { RemainingBalance } from '../../shared/ui/data/remaining-balance.tsx';
import { TwoLineCell } from '../../shared/ui/data/two-line-cell.tsx';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import type { Tone } from '../../shared/ui/text/tone-class.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { loadContractLink } from '../store/projects.ts';

const HEADERS = contractsTexts.columns;

const TONES = {
  Draft: 'neutral',
  Active: 'info',
  'Paid Off': 'success',
  Delinquent: 'danger',
  Accelerated: 'danger',
  'Charged Off': 'danger',
  Canceled: 'neutral',
} as const satisfies Record<ContractStatus, Tone>;

const COLUMNS: readonly Column<Contract>[] = [
  {
    key: 'contract',
    header: HEADERS.contract,
    card: 'title',
    width: '32%',
    cell: ({ contractRef, type }) => (
      <TwoLineCell note={type.singularName}>
        <Text isStrong>{contractRef}</Text>
      </TwoLineCell>
    ),
  },
  {
    key: 'date',
    header: HEADERS.date,
    isWhole: true,
    card: 'row',
    cell: ({ date }) => <Text>{formatDate(date)}</Text>,
  },
  {
    key: 'status',
    header: HEADERS.status,
    card: 'badge',
    cell: ({ status }) => <Badge tone={TONES[status]} label={CONTRACT_STATUS_LABELS[status]} />,
  },
  {
    key: 'balance',
    header: HEADERS.balance,
    isWhole: true,
    align: 'end',
    card: 'aside',
    cell: ({ amount, paidBalance }) => {
      const left = subtractCents(amount, paidBalance);
      return (
        <RemainingBalance
          left={formatMoney(left)}
          total={formatMoney(amount)}
          isStrong={left > 0}
        />
      );
    },
  },
  {
    key: 'document',
    header: HEADERS.document,
    isHeaderHidden: true,
    align: 'end',
    card: 'action',
    width: '128px',
    cell: (contract) => <DocumentButton contract={contract} />,
  },
];

export function ContractTable({ contracts }: { contracts: readonly Contract[] | null }) {
  return (
    <DataTable
      caption={contractsTexts.title}
      columns={COLUMNS}
      rows={contracts}
      rowKey={({ id }) => id}
    />
  );
}

/**
 * Opens the document of a contract in a new tab. The link is signed and short-lived, so it is requested on click
 * (R24).
 */
function DocumentButton({ contract }: { contract: Contract }) {
  const { id, documentKey: key, contractRef } = contract;
  const dispatch = useAppDispatch();
  const [isLoading, setIsLoading] = useState(false);
  const open = async (): Promise<void> => {
    setIsLoading(true);
    const result = await dispatch(loadContractLink({ params: { id }, query: { key } }));
    setIsLoading(false);
    if (loadContractLink.fulfilled.match(result))
      followLink({ link: result.payload.link, type: 'new_tab' });
  };
  return (
    <Button
      variant="quiet"
      size="small"
      isFlush
      isLoading={isLoading}
      aria-label={contractsTexts.documentOf(contractRef)}
      onClick={() => void open()}
    >
      {contractsTexts.document}
    </Button>
  );
}
