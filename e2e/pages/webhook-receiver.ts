/** A company's own system, which accepts every webhook and records its type. */
import { once } from 'node:events';
import { createServer } from 'node:http';

export async function startReceiver() {
  const types: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    // The cast is safe because the body of a webhook is documented.
    const { type } = JSON.parse(Buffer.concat(chunks).toString()) as { type: string };
    types.push(type);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    types,
    url: `http://127.0.0.1:${address.port}/`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
