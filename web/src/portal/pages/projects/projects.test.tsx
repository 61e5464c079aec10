import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { CUSTOMER_ID, openAccount } from '../../../../test/account-pages.tsx';
import { statusAnswer } from '../../../../test/fixtures.ts';
import { PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { projectsRead } from '../../store/reads.ts';
import { EstimatePage } from '../request/estimate.tsx';
import { RequestPage } from '../request/request.tsx';
import { ProjectPage } from './project.tsx';
import { ProjectsPage } from './projects.tsx';

afterEach(cleanup);

const PAGES = {
  [PORTAL_PAGES.projects]: ProjectsPage,
  [PORTAL_PAGES.project]: ProjectPage,
  [PORTAL_PAGES.request]: RequestPage,
  [PORTAL_PAGES.estimate]: EstimatePage,
};

const PROJECT = {
  id: CUSTOMER_ID,
  projectName: 'New roof',
  projectRef: 'P-1',
  status: 'In Progress',
  totalBalance: 300_000,
  paidBalance: 50_000,
  startedOn: '2026-09-12',
};
const toId = (digit: number) => `${CUSTOMER_ID.slice(0, -1)}${digit}`;
const order = (digit: number, totalBalance: number, isPayable = true) => ({
  id: toId(digit),
  orderRef: `O-${digit}`,
  name: `Order ${digit}`,
  status: 'Open',
  totalBalance,
  paidBalance: 0,
  isPayable,
});
const ORDERS = [order(1, 40_000), order(2, 60_000), order(3, 9_000, false)];
const FEE = { fee: 0, feePercentage: 0, feeFixed: 0 };
const payable = (amount: number, changes: object = {}) => ({
  isPayable: true,
  isProcessing: false,
  amount,
  options: ['PAY_IN_FULL'],
  kinds: ['card', 'ach'],
  fees: { card: { ...FEE, fee: 1_000 }, ach: FEE },
  ...changes,
});
const REQUEST = toId(9);
const toRequest = (amounts: readonly number[], changes: object = {}) => ({
  success: true,
  request: {
    requestId: REQUEST,
    orders: amounts.map((amount, index) => ({ ...order(index + 1, 50_000), amount })),
    payable: payable(amounts.reduce((sum, amount) => sum + amount, 0)),
    isPaid: false,
    today: '2026-11-15',
    version: 1,
    ...changes,
  },
});
const ESTIMATE = {
  id: CUSTOMER_ID,
  estimateRef: 'E-7',
  memo: 'Skylight',
  status: 'Open',
  items: [
    { name: 'Glass', amount: 20_000 },
    { name: 'Glass', amount: 5_000 },
  ],
  total: 25_000,
  paidBalance: 0,
  expiresOn: '2026-12-05',
  isAcceptable: true,
  requestId: null,
  payable: null,
  today: '2026-11-15',
};

const address = () => screen.getByTestId('address').textContent;

describe('Projects (product §2.4, §2.5)', () => {
  it('the projects page comes first and shows the remaining amount of each project', async () => {
    const { show, store, serve } = openAccount(PAGES, '/harbor');
    serve('project', { success: true, projects: [PROJECT] });
    await store.dispatch(projectsRead.load({ route: 'projects' }));
    show();
    expect(screen.getByRole('link', { name: 'New roof' }).getAttribute('href')).toBe(
      `/harbor/projects/${CUSTOMER_ID}/invoices`,
    );
    expect(screen.getByText('$2,500.00')).toBeDefined();
    expect(screen.getByText('In progress')).toBeDefined();
  });

  it('a customer without projects is redirected to the invoices', async () => {
    const { show, store, serve } = openAccount(PAGES, '/harbor');
    serve('project', { success: true, projects: [] });
    await store.dispatch(projectsRead.load({ route: 'projects' }));
    show();
    expect(address()).toBe('/harbor/invoices');
  });

  it('projects of another customer are not found', async () => {
    openAccount(PAGES, `/harbor/projects/${CUSTOMER_ID}/orders`).show();
    expect(await screen.findByText('Project not found')).toBeDefined();
  });
});

describe('Partial requests (product §5.15, R12)', () => {
  function openOrders() {
    const world = openAccount(PAGES, `/harbor/projects/${CUSTOMER_ID}/orders`);
    world.serve(`project/${CUSTOMER_ID}`, { success: true, project: PROJECT });
    world.serve(`project/${CUSTOMER_ID}/orders`, { success: true, orders: ORDERS });
    world.show();
    return world;
  }

  it('a partial request is built from checked orders and typed amounts, with a visible total', async () => {
    const { network, serve } = openOrders();
    const proceed = await screen.findByRole('button', { name: 'Continue' });
    expect(proceed).toHaveProperty('disabled', true);
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
    for (const box of screen.getAllByRole('checkbox')) fireEvent.click(box);
    expect(screen.getByText('$1,000.00')).toBeDefined();
    const amount = screen.getByRole('textbox', { name: 'Amount for O-1' });
    fireEvent.change(amount, { target: { value: '400.01' } });
    expect(screen.getByText('Enter $400.00 or less')).toBeDefined();
    expect(proceed).toHaveProperty('disabled', true);
    fireEvent.change(amount, { target: { value: '10.05' } });
    expect(screen.getByText('$610.05')).toBeDefined();
    serve('partial-request/', toRequest([1_005, 60_000]));
    network.answer('POST /api/portal/partial-request', { body: toRequest([1_005, 60_000]) });
    fireEvent.click(proceed);
    await waitFor(() => expect(address()).toBe(`/harbor/requests/${REQUEST}`));
    expect(network.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      orders: [
        { id: toId(1), amount: 1_005 },
        { id: toId(2), amount: 60_000 },
      ],
    });
    expect(await screen.findByText('2 orders, $610.05 total')).toBeDefined();
  });

  it('the total after an order is removed is the sum of the other balances', async () => {
    const { show, serve, network } = openAccount(PAGES, `/harbor/requests/${REQUEST}`);
    serve('partial-request/', toRequest([1_000, 2_000]));
    network.answer('PUT /api/portal/partial-request/', { body: toRequest([50_000]) });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Remove O-2' }));
    expect(await screen.findByText('1 order, $500.00 total')).toBeDefined();
    const body = { orders: [{ id: toId(1), amount: 50_000 }], version: 1 };
    expect(network.sent.at(-1)).toMatchObject({ method: 'PUT', body });
    await waitFor(() => expect(screen.queryByRole('button', { name: /Remove/ })).toBeNull());
  });

  it('the orders of a partial request are restored when the server refuses a change', async () => {
    const { show, serve, network } = openAccount(PAGES, `/harbor/requests/${REQUEST}`);
    serve('partial-request/', toRequest([1_000, 2_000]));
    const refusal = { success: false, message: 'ACCOUNT_IS_PROCESSING' };
    network.answer('PUT /api/portal/partial-request/', { status: 409, body: refusal });
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'Remove O-2' }));
    expect(await screen.findByText('2 orders, $30.00 total')).toBeDefined();
  });
});

describe('The card of a partial request (product §5.15, §6.3, R12)', () => {
  function openRequest(changes: object) {
    const world = openAccount(PAGES, `/harbor/requests/${REQUEST}`);
    world.serve('partial-request/', toRequest([10_000], changes));
    world.serve(`request/${REQUEST}/status`, statusAnswer());
    world.show();
    return world;
  }
  const NOT_PAYABLE = payable(0, { isPayable: false, options: [], kinds: [] });

  it('the card of a partial request opens the PAY popup', async () => {
    const { store } = openRequest({});
    fireEvent.click(await screen.findByRole('button', { name: 'Pay now' }));
    expect(store.getState().popup.popupName).toBe('PAY');
    expect(store.getState().request.requestId).toBe(REQUEST);
  });

  it('a paid partial request shows its method and receipt', async () => {
    openRequest({ isPaid: true, payable: NOT_PAYABLE });
    expect(await screen.findByText('Paid. Thank you!')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Download receipt' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Pay now' })).toBeNull();
  });

  it('a partial request that can no longer be paid is not shown as paid', async () => {
    openRequest({ payable: NOT_PAYABLE });
    expect(await screen.findByText('This payment request has changed')).toBeDefined();
    expect(screen.queryByText('Paid. Thank you!')).toBeNull();
  });
});

describe('Estimates (R25)', () => {
  it('an accepted estimate can be paid', async () => {
    const { show, serve, network } = openAccount(PAGES, `/harbor/estimates/${CUSTOMER_ID}`);
    serve('project/estimate/', { success: true, estimate: ESTIMATE });
    network.answer('POST /api/portal/project/estimate-accept/', () => {
      const accepted = { status: 'Processed', isAcceptable: false, requestId: REQUEST };
      const estimate = { ...ESTIMATE, ...accepted, payable: payable(25_000) };
      serve('project/estimate/', { success: true, estimate });
      return { body: { success: true, requestId: REQUEST } };
    });
    show();
    const items = await screen.findByRole('region', { name: 'Items' });
    expect(within(items).getByText('Glass (2)')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Accept estimate' }));
    expect(await screen.findByText('Amount due')).toBeDefined();
    expect(screen.getByText('Accepted')).toBeDefined();
    expect(screen.getByText('$260.00')).toBeDefined();
  });

  it('an expired estimate shows the next step', async () => {
    const { show, serve } = openAccount(PAGES, `/harbor/estimates/${CUSTOMER_ID}`);
    const estimate = { ...ESTIMATE, status: 'Expired', isAcceptable: false };
    serve('project/estimate/', { success: true, estimate });
    show();
    expect(await screen.findByText('No longer available')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Accept estimate' })).toBeNull();
  });
});
