/**
 * The invoice list and its search at three sizes, measured in turn with each other and with a bare read of the same
 * rows. At the largest size, the customer owns 100,000 of the company's million invoices.
 */

import { pathTo } from '@quittance/contract/http/portal-route';
import { ROUTES } from '@quittance/contract/portal-routes';
import { z } from 'zod';
import type { Bench } from '../bench.ts';
import { comparison, measureInTurns, type Target } from '../measure/interleaved.ts';
import type { Bound, MeasuredRow, Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import type { LoadRequest } from '../programs/load-messages.ts';
import { type CustomerKey, signIn } from '../seed/add-company.ts';
import { LIST_SIZES, type ListSize, listOwner } from '../seed/list-owners.ts';
import { answerTo } from './one-invoice.ts';

const CLIENTS = 8;

const COST_MAX: Readonly<Record<ListSize, number | null>> = { '1k': null, '100k': 1.3, '1M': 1.5 };

const VIEWS = {
  'list/25': { query: 'limit=25', label: 'list of 25', ratioMin: 0.5 },
  'list/100': { query: 'limit=100', label: 'list of 100', ratioMin: 0.5 },
  // Exactly one invoice matches at every size.
  'search/one': { query: 'limit=25&search=0000777', label: 'search of one', ratioMin: null },
  'search/many': { query: 'limit=25&search=tooth+17', label: 'search of many', ratioMin: null },
} as const;
type ViewName = keyof typeof VIEWS;

// The cast is safe because keys() only widens the union to string.
const VIEW_NAMES = Object.keys(VIEWS) as ViewName[];

function toBounds(view: ViewName, size: ListSize): Bound[] {
  const { ratioMin } = VIEWS[view];
  const costMax = COST_MAX[size];
  return [
    ...(ratioMin === null ? [] : [{ kind: 'ratio' as const, min: ratioMin }]),
    ...(costMax === null ? [] : [{ kind: 'cost' as const, of: `${view}/1k`, max: costMax }]),
  ];
}

function toRow(view: ViewName, size: ListSize): Row {
  return {
    name: `${view}/${size}`,
    label: `${VIEWS[view].label} at ${size} invoices, 8 clients`,
    bounds: toBounds(view, size),
  };
}

const listSchema = z.object({ accounts: z.array(z.object({ id: z.uuid() })) });

async function toTargets(bench: Bench, view: ViewName, size: ListSize) {
  const owner: CustomerKey = await listOwner(bench, size);
  const { bearer } = await signIn(bench, owner);
  const path = `${pathTo(ROUTES.invoices.path, { id: owner.customerId })}?${VIEWS[view].query}`;
  const headers = { authorization: `Bearer ${bearer}` };
  const request: LoadRequest = { method: 'GET', path, headers };
  const { bytes, text } = await answerTo(bench.portal.url, request);
  const ids = listSchema.parse(JSON.parse(text)).accounts.map(({ id }) => id);
  if (ids.length === 0) throw new Error(`${path} found nothing`);
  const which = view.startsWith('search')
    ? `/invoices-by-id/${owner.companyId}/${owner.customerId}/${ids.join(',')}`
    : `/invoices/${owner.companyId}/${owner.customerId}/${ids.length}`;
  const bareRequest: LoadRequest = { method: 'GET', path: `${which}/${bytes}` };
  await answerTo(bench.bare.url, bareRequest);
  const name = `${view}/${size}`;
  const target = (origin: string, sent: LoadRequest): Omit<Target, 'name'> => ({
    origin,
    connections: CLIENTS,
    requests: () => [sent],
  });
  return {
    bare: { name: `${name}, bare`, ...target(bench.bare.url, bareRequest) },
    ours: { name, ...target(bench.portal.url, request) },
  };
}

async function measureView(
  bench: Bench,
  view: ViewName,
  rows: readonly { row: Row; size: ListSize }[],
): Promise<MeasuredRow[]> {
  const targets: Record<string, Target> = {};
  for (const { row, size } of rows) {
    const { bare, ours } = await toTargets(bench, view, size);
    targets[bare.name] = bare;
    targets[row.name] = ours;
  }
  const rates = await measureInTurns(bench, targets);
  const measuredRows: MeasuredRow[] = [];
  for (const { row } of rows) {
    const [ours, bare] = [rates[row.name], rates[`${row.name}, bare`]];
    if (ours && bare)
      measuredRows.push({ row, measurement: await comparison(bench, { ours, bare }) });
  }
  return measuredRows;
}

/** Each view is its own group, so that its sizes are measured in turn. */
export const LIST_ROWS: readonly RowGroup[] = VIEW_NAMES.map((view) => {
  const sized = LIST_SIZES.map((size) => ({ size, row: toRow(view, size) }));
  return {
    rows: sized.map(({ row }) => row),
    measure: (bench, selected) =>
      measureView(
        bench,
        view,
        sized.filter(({ row }) => selected.includes(row)),
      ),
  };
});

const PAYMENTS: Row = {
  name: 'payments-list',
  label: 'payments list of 25 out of 70,000, 8 clients',
  bounds: [{ kind: 'ratio', min: 0.5 }],
};

export const PAYMENTS_LIST_ROWS: RowGroup = {
  rows: [PAYMENTS],
  async measure(bench) {
    const owner = await listOwner(bench, '100k');
    const { bearer } = await signIn(bench, owner);
    const request: LoadRequest = {
      method: 'GET',
      path: `${pathTo(ROUTES.transactions.path, { id: owner.customerId })}?limit=25`,
      headers: { authorization: `Bearer ${bearer}` },
    };
    const { bytes } = await answerTo(bench.portal.url, request);
    const barePath = `/attempts/${owner.companyId}/${owner.customerId}/25/${bytes}`;
    const { ours, bare } = await measureInTurns(bench, {
      bare: {
        name: 'payments-list, bare',
        origin: bench.bare.url,
        connections: CLIENTS,
        requests: () => [{ method: 'GET', path: barePath }],
      },
      ours: {
        name: 'payments-list',
        origin: bench.portal.url,
        connections: CLIENTS,
        requests: () => [request],
      },
    });
    return [{ row: PAYMENTS, measurement: await comparison(bench, { ours, bare }) }];
  },
};
