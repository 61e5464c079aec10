/**
 * A minimal processor: it approves every sale of PayEngine's API after a latency set by the benchmark, and every
 * transaction lookup finds nothing. The portal and the bare payment both use it.
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { z } from 'zod';

const saleSchema = z.object({ data: z.object({ transactionAmount: z.string() }) });
const settingsSchema = z.object({ latencyMs: z.number() });

let latencyMs = 0;

function answer(response: ServerResponse, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function approve(response: ServerResponse, text: string): void {
  const { transactionAmount } = saleSchema.parse(JSON.parse(text)).data;
  const SaleResponse = {
    status: 'PASS',
    responseCode: '00',
    hostResponseCode: '00',
    transactionAmount,
    processedAmount: transactionAmount,
    cardType: 'visa',
    maskedCardNumber: '4242',
  };
  const sale = { data: { TransactionID: randomUUID(), SaleResponse } };
  if (latencyMs === 0) answer(response, sale);
  else setTimeout(answer, latencyMs, response, sale);
}

function handle(request: IncomingMessage, response: ServerResponse): void {
  let text = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    text += chunk;
  });
  request.on('end', () => {
    if (request.url?.endsWith('/sale')) approve(response, text);
    else answer(response, { data: [] });
  });
}

const server = createServer({ keepAliveTimeout: 60_000 }, handle);
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.send?.({ url: `http://127.0.0.1:${port}` });
});
process.on('message', (message) => {
  ({ latencyMs } = settingsSchema.parse(message));
  process.send?.({ latencyMs });
});
process.channel?.ref();
