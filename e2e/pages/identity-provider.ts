/** An identity provider that signs everyone in as the same person at once (OpenID Connect over HTTP). */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export async function startIdentityProvider(clientId: string, person: { email: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const nonces = new Map<string, string>();
  let url = '';
  const toIdToken = (nonce: string): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: url, aud: clientId, sub: 'person', iat: now, exp: now + 300, nonce };
    const signed = [{ alg: 'RS256' }, { ...claims, ...person, email_verified: true }]
      .map(encode)
      .join('.');
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  };
  const server = createServer(async (request, response) => {
    const { pathname, searchParams: asked } = new URL(request.url ?? '/', url);
    const answer = (body: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    if (pathname === '/authorize') {
      const code = randomUUID();
      nonces.set(code, asked.get('nonce') ?? '');
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.search = String(new URLSearchParams({ code, state: asked.get('state') ?? '' }));
      response.writeHead(302, { location: back.href }).end();
    } else if (pathname === '/token') {
      const [body] = await once(request, 'data');
      const nonce = nonces.get(new URLSearchParams(String(body)).get('code') ?? '') ?? '';
      answer({ access_token: randomUUID(), token_type: 'Bearer', id_token: toIdToken(nonce) });
    } else if (pathname === '/keys') {
      answer({ keys: [{ ...publicKey.export({ format: 'jwk' }), alg: 'RS256', use: 'sig' }] });
    } else {
      answer({
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  url = `http://127.0.0.1:${address.port}`;
  return { url, stop: () => server.close() };
}
