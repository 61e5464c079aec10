/** Commands for the events of a company: one page, or a live stream. */
import { OPERATOR } from '@quittance/contract/http/record-rights';
import {
  eventQuerySchema,
  eventTypeSchema,
  type ProviderEvent,
} from '@quittance/contract/webhooks/event-schemas';
import { waitAtMost } from '../../../kernel/clock.ts';
import { latestEventNumber, listEvents } from '../../../platform/events/list-events.ts';
import { type Command, type Context, type Input, type Option, readForCompany } from '../command.ts';
import { given } from '../read-input.ts';
import { toTable } from '../render.ts';

const POLL_MS = 1000;

const FILTER: Readonly<Record<string, Option>> = {
  after: { value: 'NUMBER', text: 'number of the last event that was read' },
  type: { value: 'TYPE', text: 'such as invoice.paid' },
};

const toRow = ({ number, timestamp, type, objectType, objectId }: ProviderEvent) => ({
  number,
  timestamp,
  type,
  objectType,
  objectId,
});

function toQuery({ text }: Input) {
  const query = given({ limit: text('limit'), after: text('after'), type: text('type') });
  return eventQuerySchema.parse(query);
}

/** Without a given number, a stream starts after the existing events. */
async function findStart(context: Context, company: string, { text }: Input): Promise<number> {
  const after = text('after');
  if (after !== undefined) return eventQuerySchema.shape.after.parse(after);
  return readForCompany(context, company, (tx, actor) => latestEventNumber(tx, actor));
}

export const EVENT_COMMANDS: readonly Command[] = [
  {
    name: 'events list',
    args: ['<company>'],
    summary: 'List events, oldest first',
    options: { ...FILTER, limit: { value: 'COUNT', text: '25 by default, up to 100' } },
    example: 'harbor --after 120 --type invoice.paid',
    async run(context, input) {
      const [company = ''] = input.args;
      const query = toQuery(input);
      const page = await readForCompany(context, company, (tx, actor) =>
        listEvents(tx, { ...actor, ...OPERATOR }, query),
      );
      const more = page.hasMore ? `\n\nmore: --after ${page.after}` : '';
      return { data: page, text: `${toTable(page.data.map(toRow))}${more}` };
    },
  },
  {
    name: 'events tail',
    args: ['<company>'],
    summary: 'Print events as they occur, one per line, until interrupted',
    options: FILTER,
    example: 'harbor --json',
    async run(context, input) {
      const { terminal } = context;
      const [company = ''] = input.args;
      const type = eventTypeSchema.optional().parse(input.text('type'));
      const { limit } = eventQuerySchema.parse({ limit: '100' });
      const toLine = (event: ProviderEvent) =>
        input.isOn('json') ? JSON.stringify(event) : Object.values(toRow(event)).join('  ');
      const interrupted = terminal.untilInterrupted();
      let [after, count, isInterrupted] = [await findStart(context, company, input), 0, false];
      while (!isInterrupted) {
        const query = { after, limit, type };
        const page = await readForCompany(context, company, (tx, actor) =>
          listEvents(tx, { ...actor, ...OPERATOR }, query),
        );
        for (const event of page.data) terminal.stdout.write(`${toLine(event)}\n`);
        ({ after } = page);
        count += page.data.length;
        isInterrupted = !page.hasMore && (await waitAtMost(POLL_MS, interrupted));
      }
      const end = { count, after };
      const goOn = `${count} events; --after ${after} goes on from here`;
      terminal.stderr.write(`${input.isOn('json') ? JSON.stringify(end) : goOn}\n`);
      return { data: end, isPrinted: true };
    },
  },
];
