/**
 * The other actions of the console, each on its page. It is refused, then its response is lost, and then it is done
 * (docs/console-coverage.md).
 */
import { afterEach, describe, it } from 'vitest';
import { cleanConsole, expectStory, type Story } from '../../test/console-story.tsx';

const ID = '6f1f7a52-0000-4000-8000-000000000001';
const why = { Reason: 'Agreed' };
const reason = { reason: 'Agreed' };
const file = new File(['%PDF'], 'plan.pdf', { type: 'application/pdf' });
const bytes = new Uint8Array([37, 80, 68, 70]);

const onInvoice = (status: string, more = {}) => ({
  page: `/invoices/${ID}`,
  given: { getInvoice: { status, accountRef: 'HD-1', ...more } },
});
const onProject = {
  page: `/projects/${ID}`,
  given: {
    getProject: { name: 'New roof', status: 'Open' },
    listEstimates: { data: { status: 'Processed', total: 5000, paid: 0 } },
    listPartialRequests: { data: { state: 'OPEN' } },
  },
};
const onWebhooks = (state = 'ACTIVE') => ({
  page: '/settings/webhooks',
  given: { listWebhookEndpoints: { data: { state, url: 'https://example.com/hooks' } } },
});
const onTeam = { page: '/settings/team', given: { getTeam: { data: { name: 'Lee Park' } } } };
const onKeys = { page: '/settings/keys', given: { listKeys: { data: { name: 'ERP' } } } };
const onView = { given: { listViews: { data: { name: 'Late', list: 'invoices', filters: {} } } } };

const STORIES: readonly Story[] = [
  {
    call: 'createKey',
    page: '/settings/keys',
    open: ['New key'],
    fill: { Name: 'ERP' },
    submit: 'Create key',
    body: { name: 'ERP', scopes: ['read'], networks: [] },
    done: 'Your new key',
  },
  {
    call: 'rotateKey',
    ...onKeys,
    open: ['Replace'],
    submit: 'Replace key',
    body: { overlapHours: 24 },
    done: 'Your new key',
  },
  { call: 'revokeKey', ...onKeys, open: ['Revoke'], submit: 'Revoke key', done: 'Key revoked.' },
  {
    call: 'eraseCustomer',
    page: `/customers/${ID}`,
    given: { getCustomer: { customerRef: 'C-1' } },
    open: ['Erase person'],
    fill: why,
    next: { press: 'Continue', fill: { 'Customer number': 'C-1' } },
    submit: 'Erase permanently',
    body: { ...reason, customerRef: 'C-1' },
    done: 'The person was erased.',
  },
  {
    call: 'issueInvoice',
    ...onInvoice('DRAFT'),
    submit: 'Issue',
    done: 'Invoice issued.',
  },
  {
    call: 'disputeInvoice',
    ...onInvoice('DUE'),
    open: ['Mark as disputed'],
    fill: why,
    submit: 'Mark as disputed',
    body: reason,
    done: 'Invoice marked as disputed.',
  },
  {
    call: 'resolveInvoice',
    ...onInvoice('DISPUTED'),
    open: ['Resolve dispute'],
    fill: why,
    submit: 'Resolve',
    body: reason,
    done: 'Dispute resolved.',
  },
  {
    call: 'changeInvoice',
    ...onInvoice('DUE'),
    open: ['Edit'],
    fill: { Title: 'Roof repair' },
    submit: 'Save',
    body: { productName: 'Roof repair' },
    done: 'Invoice saved.',
  },
  {
    call: 'answerInquiry',
    ...onInvoice('DUE'),
    open: ['Reply'],
    fill: { 'Your reply': 'It is correct.' },
    submit: 'Send reply',
    body: { answer: 'It is correct.' },
    done: 'Reply sent.',
  },
  {
    call: 'createInvoiceLink',
    ...onInvoice('DUE'),
    submit: 'Create link',
    done: 'Link to this invoice',
  },
  {
    call: 'revokeInvoiceLink',
    ...onInvoice('DUE'),
    submit: 'Revoke',
    done: 'The link no longer works.',
  },
  {
    call: 'addAttachment',
    ...onInvoice('DUE'),
    submit: { field: 'Add a file', value: file },
    body: bytes,
    done: 'File attached.',
  },
  {
    call: 'deleteAttachment',
    ...onInvoice('DUE'),
    open: ['Remove Sample'],
    submit: 'Remove',
    done: 'Attachment removed.',
  },
  {
    call: 'resumeWebhookEndpoint',
    page: '/attention',
    given: {
      listAttention: {
        data: { allowedDecisions: ['resumeWebhookEndpoint'], kind: 'FAILING_ENDPOINT' },
      },
    },
    submit: 'Resume sending',
    done: 'The endpoint receives events again.',
  },
  {
    call: 'resumeWebhookEndpoint',
    ...onWebhooks('PAUSED'),
    submit: 'Resume',
    done: 'The endpoint receives events again.',
  },
  {
    call: 'changeWebhookEndpoint',
    ...onWebhooks(),
    open: ['Edit'],
    fill: { Events: 'payment.succeeded' },
    submit: 'Save',
    body: { url: 'https://example.com/hooks', types: ['payment.succeeded'] },
    done: 'Endpoint saved.',
  },
  {
    call: 'deleteWebhookEndpoint',
    ...onWebhooks(),
    open: ['Delete'],
    submit: 'Delete',
    done: 'Endpoint deleted.',
  },
  { call: 'rotateWebhookSecret', ...onWebhooks(), submit: 'New secret', done: 'Signing secret' },
  {
    call: 'replayEvents',
    ...onWebhooks(),
    open: ['Replay'],
    fill: { Since: '2026-11-13' },
    submit: 'Send again',
    body: { since: '2026-11-13T05:00:00.000Z' },
    done: '0 events are sent again.',
  },
  {
    call: 'replayDelivery',
    ...onWebhooks(),
    open: ['View deliveries'],
    submit: 'Send again',
    done: '0 events are sent again.',
  },
  {
    call: 'changeMember',
    ...onTeam,
    submit: { field: 'Lee Park’s role', value: 'clerk' },
    body: { role: 'clerk' },
    done: 'Lee Park’s role was changed.',
  },
  {
    call: 'removeMember',
    ...onTeam,
    open: ['Remove'],
    submit: 'Remove from team',
    done: 'Lee Park was removed.',
  },
  {
    call: 'removePasskey',
    page: '/settings/account',
    open: ['Remove'],
    submit: 'Remove',
    done: 'Passkey removed.',
  },
  {
    call: 'removeSession',
    page: '/settings/account',
    submit: 'End session',
    done: 'Session ended.',
  },
  {
    call: 'endSession',
    page: '/settings/account',
    submit: 'Sign out',
    done: 'Sign in to the console',
  },
  {
    call: 'putLogo',
    page: '/settings/brand',
    fill: { Logo: new File(['%PDF'], 'logo.png', { type: 'image/png' }) },
    submit: 'Upload',
    body: bytes,
    done: 'Logo saved.',
  },
  {
    call: 'changeCompany',
    page: '/settings/fees',
    fill: { 'Card, percentage': '2.9' },
    submit: 'Save changes',
    body: { feeSettings: { card: 290 } },
    done: 'Settings saved.',
  },
  {
    call: 'putNoticeSettings',
    page: '/settings/reminders',
    given: { getNoticeSettings: { addresses: [], kinds: ['HELD'] } },
    fill: { Addresses: 'office@example.com' },
    submit: 'Save changes',
    body: { addresses: ['office@example.com'], kinds: ['HELD'] },
    done: 'Settings saved.',
  },
  {
    call: 'deleteEvidenceFile',
    page: `/disputes/${ID}`,
    given: { getDispute: { acceptsEvidence: true, state: 'OPEN' } },
    submit: 'Remove',
    done: 'File removed.',
  },
  {
    call: 'changeProject',
    ...onProject,
    open: ['Edit'],
    fill: { Name: 'New roof, north' },
    submit: 'Save',
    body: { name: 'New roof, north' },
    done: 'Saved.',
  },
  {
    call: 'cancelPartialRequest',
    ...onProject,
    open: ['Cancel request'],
    submit: 'Cancel request',
    done: 'The request was canceled.',
  },
  {
    call: 'createEstimateLink',
    ...onProject,
    given: { ...onProject.given, listPartialRequests: { data: { state: 'PAID' } } },
    submit: 'Payment link',
    done: 'Anyone with this link can pay. Copy it now. You will not be able to see it again.',
  },
  {
    call: 'createPartialRequestLink',
    ...onProject,
    given: { ...onProject.given, listEstimates: { data: { status: 'Open' } } },
    submit: 'Payment link',
    done: 'Anyone with this link can pay. Copy it now. You will not be able to see it again.',
  },
  {
    call: 'putView',
    page: '/invoices?isOverdue=true&minBalance=1',
    open: ['Save view'],
    fill: { Name: 'Late' },
    submit: 'Save view',
    body: { list: 'invoices', filters: { isOverdue: 'true', minBalance: '1' } },
    done: 'View “Late” saved.',
  },
  {
    call: 'deleteView',
    page: '/invoices?minBalance=7',
    given: {
      listViews: { data: { ...onView.given.listViews.data, filters: { minBalance: '7' } } },
    },
    submit: 'Delete the view “Late”',
    done: 'View “Late” deleted.',
  },
];

afterEach(cleanConsole);

describe('Actions of the console that move no money (R74, R78)', () => {
  it.each(STORIES)(
    '$call is refused, and repeated under one key after a lost response',
    expectStory,
  );
});
