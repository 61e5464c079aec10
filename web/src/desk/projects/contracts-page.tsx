// All contracts, with the document that a company added.

import { useMemo } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { usePages } from '../api/use-pages.ts';
import { formatDay, formatMoney } from '../format.ts';
import { FileButton } from '../forms/file-button.tsx';
import { type DeskPaths, usePaths } from '../paths.ts';
import { TitleCell } from '../records/title-cell.tsx';
import type { RecordColumn } from '../table/record-columns.ts';
import { RecordList } from '../table/record-list.tsx';
import { useListQuery } from '../table/use-list-query.ts';
import { projectFormTexts } from '../texts/project-forms.ts';
import { projectsTexts } from '../texts/projects.ts';
import { ContractBadge } from './billing-badges.tsx';
import { BillingPage } from './billing-page.tsx';
import { EditContract, NewContract } from './contract-forms.tsx';
import { DialogButton } from './project-parts.tsx';

type Row = ItemOf<'listContracts'>;

const NAMES = ['customerId'];

const { columns: headers } = projectsTexts;

function columnsOf(paths: DeskPaths): RecordColumn<Row>[] {
  return [
    {
      id: 'contract',
      header: headers.contract,
      cell: ({ contractRef, typeName, customerId, customerName, amount }) => (
        <TitleCell
          href={paths.customer(customerId)}
          title={contractRef}
          note={[formatMoney(amount), typeName, customerName].join(' · ')}
        />
      ),
    },
    {
      id: 'customer',
      header: headers.customer,
      width: '22%',
      from: 'desktop',
      cell: ({ customerId, customerName }) => (
        <Link to={paths.customer(customerId)}>{customerName}</Link>
      ),
    },
    {
      id: 'status',
      header: headers.status,
      width: '144px',
      cell: ({ status }) => <ContractBadge status={status} />,
    },
    {
      id: 'signed',
      header: headers.signed,
      width: '124px',
      from: 'desktop',
      cell: ({ signedOn }) => formatDay(signedOn),
    },
    {
      id: 'document',
      header: headers.document,
      width: '148px',
      from: 'tablet',
      cell: ({ id, document }) =>
        document ? (
          <FileButton
            call="getContractDocument"
            input={{ params: { contractId: id } }}
            name={document.name}
            label={projectsTexts.document}
            size="small"
          />
        ) : (
          projectsTexts.none
        ),
    },
    {
      id: 'amount',
      header: headers.amount,
      width: '124px',
      from: 'tablet',
      align: 'end',
      cell: ({ amount }) => <Money text={formatMoney(amount)} isStrong />,
    },
  ];
}

/** For members who may write. */
function editColumn(onChanged: () => void): RecordColumn<Row> {
  return {
    id: 'edit',
    header: headers.action,
    width: '88px',
    align: 'end',
    cell: (contract) => (
      <DialogButton
        look="link"
        label={projectFormTexts.edit}
        dialog={(onClose) => (
          <EditContract contract={contract} onSaved={onChanged} onClose={onClose} />
        )}
      />
    ),
  };
}

export function ContractsPage() {
  const paths = usePaths();
  const query = useListQuery(NAMES);
  const pages = usePages('listContracts', query.filters);
  const { again } = pages;
  const canEdit = useCan()('write');
  const columns = useMemo(
    () => [...columnsOf(paths), ...(canEdit ? [editColumn(again)] : [])],
    [paths, again, canEdit],
  );
  return (
    <BillingPage
      addLabel={projectFormTexts.newContract}
      dialog={(onClose) => <NewContract onAdded={again} onClose={onClose} />}
    >
      {(add) => (
        <RecordList
          caption={projectsTexts.contracts}
          columns={columns}
          pages={pages}
          query={query}
          presets={[]}
          fields={[]}
          empty={
            <EmptyState
              title={projectsTexts.noContracts}
              text={projectsTexts.noContractsText}
              action={add}
            />
          }
        />
      )}
    </BillingPage>
  );
}
