// The audit log: who did what, when, to what, and why. Entries are chained by hashes, so a change would be detected.

import { cents } from '@quittance/contract/money';
import type { AuditEntry } from '@quittance/contract/reports/audit-schemas';
import { createContext, useContext } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../shared/ui/text/badge.tsx';
import { formatMoney } from '../format.ts';
import type { DeskPaths } from '../paths.ts';
import { useActorNames } from '../records/actor-names.ts';
import { createListPage } from '../table/list-page.tsx';
import { auditTexts } from '../texts/access.ts';
import { settingsTexts } from '../texts/settings.ts';

const { columns: headers, fields } = auditTexts;

/** Read once for all rows. */
const NamesContext = createContext<(actor: string) => string>((actor) => actor);

function Who({ actor }: { actor: string }) {
  return useContext(NamesContext)(actor);
}

/** 'refund.ordered' is 'Refund ordered', unless it has a better name. */
function toAction(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ');
  return auditTexts.actions[action] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function Subject({ subject, paths }: { subject: string; paths: DeskPaths }) {
  const [kind = '', id = ''] = subject.split(':');
  const href = {
    attempt: paths.payment(id),
    invoice: paths.invoice(id),
    customer: paths.customer(id),
    project: paths.project(id),
  }[kind];
  const name = auditTexts.subjects[kind];
  if (name === undefined) return null;
  return href === undefined ? name : <Link to={href}>{name}</Link>;
}

const isShown = ([name, value]: [string, unknown]): boolean =>
  value !== null && value !== '' && value !== false && !/Id$/.test(name);

/** 'isOwedAgain' is 'owed again', 'amountCents' is 'amount'. */
const toLabel = (name: string): string =>
  name
    .replace(/^is(?=[A-Z])|Cents$/g, '')
    .replaceAll(/[A-Z]/g, ' $&')
    .toLowerCase()
    .trim();

/** Values before and after a change are 'from → to'. */
function toText(name: string, value: unknown): string {
  if (typeof value === 'number' && /Cents$/.test(name)) return formatMoney(cents(value));
  if (typeof value === 'boolean') return value ? auditTexts.yes : auditTexts.no;
  if (Array.isArray(value)) return value.map((each) => toText(name, each)).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  const { from, to } = value as { from?: unknown; to?: unknown }; // because a change has both
  if (from !== undefined || to !== undefined)
    return auditTexts.change(toText(name, from), toText(name, to));
  return JSON.stringify(value);
}

export function toDetail({ detail }: Pick<AuditEntry, 'detail'>): string {
  const { reason, ...values } = detail;
  const rest = Object.entries(values)
    .filter(isShown)
    .map(([name, value]) => `${toLabel(name)}: ${toText(name, value)}`);
  return [...(typeof reason === 'string' ? [`“${reason}”`] : []), ...rest].join(' · ');
}

export function AuditPage() {
  return (
    <NamesContext value={useActorNames()}>
      <AuditList />
    </NamesContext>
  );
}

const AuditList = createListPage({
  call: 'listAudit',
  settings: 'audit',
  title: settingsTexts.pages.audit,
  text: auditTexts.text,
  fields: [
    {
      name: 'by',
      label: fields.by,
      kind: 'choice',
      options: [{ value: 'everyone', label: auditTexts.everyone }],
    },
    { name: 'action', label: fields.action, kind: 'choice', options: auditTexts.kinds },
    { name: 'from', label: fields.from, kind: 'from' },
    { name: 'to', label: fields.to, kind: 'until' },
  ],
  filters: ['actor', 'subject'],
  columns: ({ paths, moments: { moment } }) => [
    {
      header: headers.action,
      isText: true,
      cell: (entry) => {
        const detail = toDetail(entry);
        return (
          <>
            {toAction(entry.action)} <Subject subject={entry.subject} paths={paths} />
            {detail !== '' && ` · ${detail}`}
          </>
        );
      },
    },
    { header: headers.actor, width: '132px', cell: ({ actor }) => <Who actor={actor} /> },
    { header: headers.at, width: '188px', cell: ({ at }) => moment(at) },
    {
      header: headers.proof,
      width: '124px',
      from: 'tablet',
      cell: ({ position }) => (
        <Badge
          tone={position === null ? 'neutral' : 'success'}
          label={position === null ? auditTexts.notChained : auditTexts.chained}
        />
      ),
    },
  ],
  csv: {
    fileName: 'audit.csv',
    columns: [
      { header: headers.at, value: ({ at }) => at },
      { header: headers.actor, value: ({ actor }) => actor },
      { header: headers.action, value: ({ action }) => action },
      { header: headers.subject, value: ({ subject }) => subject },
      { header: headers.detail, value: ({ detail }) => JSON.stringify(detail) },
      { header: headers.proof, value: ({ position }) => position },
    ],
  },
  empty: { icon: 'lock', title: auditTexts.empty, text: auditTexts.emptyText },
});
