/**
 * A connection between a client and the portal that loses responses: the portal performs the call, but the client
 * does not receive the response. Every response is checked against the OpenAPI document.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PROVIDER_BASE } from '@quittance/contract/http/provider-route';
import { faultsAt } from '../openapi/openapi-traffic.ts';

export type Fault = 'lost' | 'cut' | { status: number; retryAfter?: string };

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

export async function openLine(portalUrl: string) {
  const comparison = await faultsAt(portalUrl);
  const faults: Fault[] = [];
  const differences: string[] = [];
  const keys: (string | null)[] = [];

  async function pass(request: IncomingMessage) {
    const { method = 'GET', url = '' } = request;
    const text = await readText(request);
    const { host: _, connection: __, 'content-length': ___, ...given } = request.headers;
    const headers = new Headers(given as Record<string, string>); // because no header of a call is a list
    keys.push(headers.get('idempotency-key'));
    const response = await fetch(`${portalUrl}${url}`, {
      method,
      headers,
      ...(text === '' ? {} : { body: text }),
    });
    const body = await response.text();
    const path = url.slice(PROVIDER_BASE.length);
    const sent = { headers, ...(text === '' ? {} : { body: JSON.parse(text) }) };
    const { status } = response;
    const answer = { status, headers: response.headers, body: JSON.parse(body) };
    differences.push(...comparison({ method, path, sent, answer }));
    return { status, body, type: response.headers.get('content-type') ?? '' };
  }

  const server = createServer(async (request, response) => {
    const fault = faults.shift();
    if (typeof fault === 'object') {
      const { status, retryAfter } = fault;
      response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
      return response.end('<h1>Busy</h1>');
    }
    const { status, body, type } = await pass(request);
    if (fault === 'lost') return request.socket.destroy();
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) });
    if (fault !== 'cut') return response.end(body);
    return response.write(body.slice(0, 10), () => request.socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo; // because it listens on a port

  return {
    url: `http://127.0.0.1:${port}`,
    keys,
    differences,
    breakNext: (...next: Fault[]) => faults.push(...next),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export type Line = Awaited<ReturnType<typeof openLine>>;
