// List pages of projects and contracts. A contract links to the document that the company uploaded.

import { Money } from '../../shared/ui/text/money.tsx';
import type { ItemOf } from '../api/call-types.ts';
import { formatDay, formatMoney } from '../format.ts';
import { FileButton } from '../forms/file-button.tsx';
import type { DeskPaths } from '../paths.ts';
import { customerColumn, TitleCell } from '../records/title-cell.tsx';
import { createListPage } from '../table/list-page.tsx';
import type { Column } from '../table/short-table.tsx';
import { projectFormTexts } from '../texts/project-forms.ts';
import { projectsTexts } from '../texts/projects.ts';
import { ContractBadge, ProjectBadge } from './billing-badges.tsx';
import { EditContract, NewContract } from './contract-forms.tsx';
import { NewProject } from './project-forms.tsx';
import { DialogButton } from './project-parts.tsx';

const { columns: headers } = projectsTexts;

const PAGE = {
  title: projectsTexts.title,
  text: projectsTexts.text,
  tabs: ({ projects, contracts }: DeskPaths) => [
    { href: projects, label: projectsTexts.projects },
    { href: contracts, label: projectsTexts.contracts },
  ],
  filters: ['customerId'],
};

/** A new project is opened after it is added. */
export const ProjectsPage = createListPage({
  ...PAGE,
  call: 'listProjects',
  caption: projectsTexts.projects,
  columns: ({ paths }) => [
    {
      header: headers.project,
      cell: ({ id, name, projectRef, customerName }) => (
        <TitleCell href={paths.project(id)} title={name} note={`${projectRef} · ${customerName}`} />
      ),
    },
    customerColumn(paths, { header: headers.customer, width: '28%' }),
    {
      header: headers.status,
      width: '132px',
      cell: ({ status }) => <ProjectBadge status={status} />,
    },
    {
      header: headers.started,
      width: '132px',
      from: 'tablet',
      cell: ({ startedOn }) => formatDay(startedOn),
    },
  ],
  add: {
    label: projectFormTexts.newProject,
    dialog: ({ onClose }) => <NewProject onClose={onClose} />,
  },
  empty: { title: projectsTexts.noProjects, text: projectsTexts.noProjectsText },
});

export const ContractsPage = createListPage({
  ...PAGE,
  call: 'listContracts',
  title: projectsTexts.contracts,
  text: projectsTexts.contractsText,
  columns: ({ paths, canWrite, again }) => [
    {
      header: headers.contract,
      isText: true,
      cell: ({ contractRef, typeName, customerId, customerName }) => (
        <TitleCell
          href={paths.customer(customerId)}
          title={contractRef}
          note={[typeName, customerName].join(' · ')}
        />
      ),
    },
    customerColumn(paths, { header: headers.customer, width: '22%' }),
    {
      header: headers.status,
      width: '144px',
      cell: ({ status }) => <ContractBadge status={status} />,
    },
    {
      header: headers.signed,
      width: '124px',
      from: 'desktop',
      cell: ({ signedOn }) => formatDay(signedOn),
    },
    {
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
      header: headers.amount,
      width: '124px',
      align: 'end',
      cell: ({ amount }) => <Money text={formatMoney(amount)} isStrong />,
    },
    ...(canWrite ? [editColumn(again)] : []),
  ],
  add: {
    label: projectFormTexts.newContract,
    dialog: ({ onSaved, onClose }) => <NewContract onAdded={onSaved} onClose={onClose} />,
  },
  empty: { title: projectsTexts.noContracts, text: projectsTexts.noContractsText },
});

function editColumn(onSaved: () => void): Column<ItemOf<'listContracts'>> {
  return {
    header: headers.action,
    width: '88px',
    align: 'end',
    cell: (contract) => (
      <DialogButton
        look="link"
        label={projectFormTexts.edit}
        dialog={(onClose) => (
          <EditContract contract={contract} onSaved={onSaved} onClose={onClose} />
        )}
      />
    ),
  };
}
