/** Open sockets: the memory per socket, and the time from an outbox row to the browser. */
import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import { type MeasuredRow, measured, type Row } from '../measure/row.ts';
import type { RowGroup } from '../measure/row-group.ts';
import { type SocketOrder, socketReportSchema } from '../programs/socket-messages.ts';
import { addCompany, addCustomers, signInAll, toAddress } from '../seed/add-company.ts';
import { type ChildProgram, firstMessage, startProgram } from '../system/child-program.ts';
import { sleep } from '../system/portal.ts';
import { findRssMb } from '../system/process-memory.ts';

const SOCKETS = 2000;
const EVENTS_PER_SECOND = 100;
/** Time for the garbage collector to free the memory of the handshakes. */
const REST_MS = 5000;
const KILOBYTES_PER_MB = 1024;

const MEMORY: Row = {
  name: 'sockets/memory',
  label: 'memory of each of 2,000 sockets',
  bounds: [{ kind: 'value', max: 40 }],
};
const EVENTS: Row = {
  name: 'sockets/events',
  label: 'outbox to socket, 2,000 sockets, 100 events per second',
  bounds: [{ kind: 'p99', maxMs: 200 }],
};

async function orderFor(bench: Bench): Promise<SocketOrder> {
  const { companyId } = await addCompany(bench, { name: 'sockets' });
  const customerIds = await addCustomers(bench, companyId, SOCKETS);
  const sessions = await signInAll(bench, companyId, customerIds);
  return {
    url: bench.portal.url,
    customers: customerIds.map((customerId, index) => ({
      customerId,
      cookie: sessions[index]?.cookie ?? '',
      bearer: sessions[index]?.bearer ?? '',
      address: toAddress(index),
    })),
    eventsPerSecond: EVENTS_PER_SECOND,
    seconds: bench.options.seconds * bench.options.rounds,
  };
}

async function nextReport(program: ChildProgram, message: object) {
  const answer = firstMessage(program);
  program.child.send(message);
  return socketReportSchema.parse(await answer);
}

async function measureSockets(bench: Bench, program: ChildProgram): Promise<MeasuredRow[]> {
  const order = await orderFor(bench);
  const beforeMb = (await findRssMb(bench.portal.pid)) ?? 0;
  bench.progress(`connecting ${SOCKETS} sockets`);
  const connected = await nextReport(program, order);
  if (connected.kind !== 'connected') throw new Error('the sockets were not connected');
  await sleep(REST_MS);
  const rssMb = await findRssMb(bench.portal.pid);
  const kilobytes = (((rssMb ?? 0) - beforeMb) * KILOBYTES_PER_MB) / SOCKETS;
  bench.progress('sending events to sockets');
  const events = await nextReport(program, { sendEvents: true });
  if (events.kind !== 'measured') throw new Error('the events were not sent');
  const { sent, received, seconds, p50Ms, p99Ms } = events;
  const { refused } = connected;
  const notes = [`connected in ${connected.seconds.toFixed(1)} s`];
  return [
    { row: MEMORY, measurement: measured('kB', kilobytes, { errors: refused, rssMb, notes }) },
    {
      row: EVENTS,
      measurement: measured('events/s', received / seconds, {
        p50Ms,
        p99Ms,
        errors: refused + sent - received,
        rssMb: await findRssMb(bench.portal.pid),
      }),
    },
  ];
}

export const SOCKET_ROWS: RowGroup = {
  rows: [MEMORY, EVENTS],
  async measure(bench, selected) {
    const program = startProgram({
      file: 'bench/src/programs/sockets-main.ts',
      logPath: join(bench.folder, 'sockets.log'),
    });
    try {
      const rows = await measureSockets(bench, program);
      return rows.filter(({ row }) => selected.includes(row));
    } finally {
      await program.stop();
    }
  },
};
