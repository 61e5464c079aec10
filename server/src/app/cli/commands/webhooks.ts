import {
  deliveryIdSchema,
  endpointIdSchema,
  newWebhookEndpointSchema,
  testEventQuerySchema,
  type WebhookEndpoint,
  webhookEndpointChangeSchema,
} from '@quittance/contract/webhooks/webhook-endpoints';
import type { Tx } from '../../../platform/database/database.ts';
import { listDeliveries, replayDelivery, replayEvents } from '../../../webhooks/deliveries.ts';
import {
  changeEndpoint,
  createEndpoint,
  deleteEndpoint,
  type EndpointCommand,
  listEndpoints,
  resumeEndpoint,
  rotateSecret,
  testEndpoint,
  type WebhookDeps,
} from '../../../webhooks/endpoints.ts';
import {
  type Command,
  type Input,
  inCompany,
  type Option,
  type Output,
  readForCompany,
  UsageError,
} from '../command.ts';
import { given, PAGE_OPTIONS, parseInstant, toId, toPage } from '../read-input.ts';
import { pageText, toLines } from '../render.ts';

const COMPANY_AND_ENDPOINT = ['<company>', '<endpoint id>'];
const DELIVERY_COLUMNS = ['id', 'type', 'state', 'tries', 'status', 'failure', 'createdAt'];
const TYPES: Option = { value: 'TYPE', text: 'such as invoice.paid; all by default', isList: true };

const parseEndpointId = (text: string) => toId(endpointIdSchema, 'webhook endpoint', text);

/** The secret is shown only once. */
const withSecret = (endpoint: WebhookEndpoint & { secret: string }): Output => ({
  data: endpoint,
  text: `${toLines(endpoint)}\nStore the secret now: it is not shown again.`,
});

function toTypes({ list }: Input) {
  const types = list('type');
  return types.length > 0 ? { types } : {};
}

type Step<Result> = (tx: Tx, deps: WebhookDeps, of: EndpointCommand) => Promise<Result>;

function onEndpoint<Result>(
  words: Pick<Command, 'name' | 'summary'>,
  step: Step<Result>,
  show: (result: Result) => Output = (data) => ({ data }),
): Command {
  return {
    ...words,
    args: COMPANY_AND_ENDPOINT,
    example: 'harbor 7d3c1a52-…',
    async run(context, { args: [company = '', id = ''] }) {
      const endpointId = parseEndpointId(id);
      return show(
        await inCompany(context, company, (tx, actor) =>
          step(tx, context.deps, { actor, endpointId }),
        ),
      );
    },
  };
}

const ENDPOINTS: readonly Command[] = [
  {
    name: 'webhooks add',
    args: ['<company>', '<url>'],
    summary: 'Create a webhook endpoint and print its signing secret once',
    options: { type: TYPES },
    example: 'harbor https://erp.example.com/quittance --type invoice.paid',
    async run(context, input) {
      const [company = '', url] = input.args;
      const endpoint = newWebhookEndpointSchema.parse({ url, ...toTypes(input) });
      return withSecret(
        await inCompany(context, company, (tx, actor) =>
          createEndpoint(tx, context.deps, { actor, input: endpoint }),
        ),
      );
    },
  },
  {
    name: 'webhooks list',
    args: ['<company>'],
    summary: 'List webhook endpoints and their health',
    example: 'harbor',
    run: (context, { args: [company = ''] }) =>
      readForCompany(context, company, (tx, actor) => listEndpoints(tx, actor)),
  },
  {
    name: 'webhooks set',
    args: COMPANY_AND_ENDPOINT,
    summary: 'Update the URL or the event types of a webhook endpoint',
    options: {
      url: { value: 'URL', text: 'the new address' },
      type: { ...TYPES, text: 'only these event types, from now on' },
      'all-types': { text: 'all events, from now on' },
    },
    example: 'harbor 7d3c1a52-… --type invoice.paid --type payment.failed',
    async run(context, input) {
      const { args, text, isOn } = input;
      const [company = '', id = ''] = args;
      const endpointId = parseEndpointId(id);
      const change = webhookEndpointChangeSchema.parse({
        ...given({ url: text('url') }),
        ...(isOn('all-types') ? { types: null } : toTypes(input)),
      });
      const endpoint = await inCompany(context, company, (tx, actor) =>
        changeEndpoint(tx, context.deps, { actor, endpointId, change }),
      );
      return { data: endpoint };
    },
  },
  onEndpoint(
    { name: 'webhooks rotate', summary: 'Replace the signing secret; both sign for a day' },
    rotateSecret,
    withSecret,
  ),
  onEndpoint(
    { name: 'webhooks resume', summary: 'Send events again after a pause, oldest first' },
    resumeEndpoint,
  ),
  {
    name: 'webhooks test',
    args: COMPANY_AND_ENDPOINT,
    summary: 'Send a test event, or an example of an event type',
    options: { type: { value: 'TYPE', text: 'such as invoice.paid; its example is sent' } },
    example: 'harbor 7d3c1a52-… --type invoice.paid',
    async run(context, { args: [company = '', id = ''], text }) {
      const endpointId = parseEndpointId(id);
      const { type } = testEventQuerySchema.parse(given({ type: text('type') }));
      const endpoint = await inCompany(context, company, (tx, actor) =>
        testEndpoint(tx, context.deps, { actor, endpointId, type }),
      );
      return { data: endpoint };
    },
  },
  onEndpoint(
    { name: 'webhooks remove', summary: 'Remove a webhook endpoint; nothing more is sent to it' },
    deleteEndpoint,
  ),
];

type ReplayOptions = Record<'since' | 'until' | 'delivery', string | undefined>;

function toReplay({ since = '', until, delivery }: ReplayOptions): Step<{ count: number }> {
  if (delivery === undefined) {
    const end = until === undefined ? {} : { until: parseInstant(until) };
    const period = { since: parseInstant(since), ...end };
    return (tx, deps, of) => replayEvents(tx, deps, { ...of, ...period });
  }
  const deliveryId = toId(deliveryIdSchema, 'delivery', delivery);
  return (tx, deps, of) => replayDelivery(tx, deps, { ...of, deliveryId });
}

const DELIVERIES: readonly Command[] = [
  {
    name: 'webhooks deliveries',
    args: COMPANY_AND_ENDPOINT,
    summary: 'List webhook deliveries and their results, newest first',
    options: PAGE_OPTIONS,
    example: 'harbor 7d3c1a52-… --limit 100',
    async run(context, input) {
      const [company = '', id = ''] = input.args;
      const endpointId = parseEndpointId(id);
      const page = await readForCompany(context, company, (tx, actor) =>
        listDeliveries(tx, { actor, endpointId, page: toPage(input) }),
      );
      return { data: page, text: pageText(page, DELIVERY_COLUMNS) };
    },
  },
  {
    name: 'webhooks replay',
    args: COMPANY_AND_ENDPOINT,
    summary: 'Resend the event of one delivery, or all events of a period',
    options: {
      since: { value: 'INSTANT', text: 'such as 2026-11-16T08:00:00Z' },
      until: { value: 'INSTANT', text: 'end of the period; now by default' },
      delivery: { value: 'ID', text: 'delivery ID from the list of deliveries' },
    },
    example: 'harbor 7d3c1a52-… --since 2026-11-16T08:00:00Z',
    async run(context, { args: [company = '', id = ''], text }) {
      const endpointId = parseEndpointId(id);
      const [since, until, delivery] = [text('since'), text('until'), text('delivery')];
      if ((since === undefined) === (delivery === undefined)) {
        throw new UsageError('Name either --since or --delivery.');
      }
      const step = toReplay({ since, until, delivery });
      const replayed = await inCompany(context, company, (tx, actor) =>
        step(tx, context.deps, { actor, endpointId }),
      );
      return { data: replayed, text: `sent again: ${replayed.count}` };
    },
  },
];

export const WEBHOOK_COMMANDS: readonly Command[] = [...ENDPOINTS, ...DELIVERIES];
