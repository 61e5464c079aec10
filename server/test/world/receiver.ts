/** A company's webhook receiver on a real socket. It can be down, refuse, or not respond. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { typedEventSchema } from '@quittance/contract/webhooks/event-data';
import {
  type ProviderEvent,
  providerEventSchema,
} from '@quittance/contract/webhooks/event-schemas';

export type ReceivedWebhook = {
  path: string;
  headers: Record<string, string>;
  body: string;
  event: ProviderEvent;
};

/** The status of the response, now or later. Null leaves the request without a response. */
export type Behavior = (received: ReceivedWebhook) => number | null | Promise<number>;

const accept: Behavior = () => 204;

export async function startReceiver() {
  const received: ReceivedWebhook[] = [];
  let behavior = accept;
  let port = 0;
  let server: Server | null = null;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    const event = providerEventSchema.parse(JSON.parse(body));
    typedEventSchema.parse(event);
    const one = { path: request.url ?? '', headers, body, event };
    const answering = behavior(one);
    received.push(one);
    const status = await answering;
    if (status === null) return;
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  }

  const receiver = {
    received,
    url: '',
    async goUp(): Promise<void> {
      server = createServer((request, response) => void answer(request, response));
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      // Safe because a server that listens on a port has an address with a port.
      port = (server.address() as AddressInfo).port;
      receiver.url = `http://127.0.0.1:${port}/hook`;
    },
    async goDown(): Promise<void> {
      const closing = server;
      server = null;
      if (!closing) return;
      closing.closeAllConnections();
      closing.close();
      await once(closing, 'close');
    },
    behave(next: Behavior): void {
      behavior = next;
    },
    accept: () => receiver.behave(accept),
    events: () => received.map(({ event }) => event),
  };
  await receiver.goUp();
  return receiver;
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
