/**
 * A small identity provider for tests, over HTTP: discovery, keys, authorization and token. It keeps the standard's
 * rules (a code works once, PKCE, the client's secret), and a test can make it lie.
 */
import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export const CLIENT = {
  clientId: 'quittance',
  clientSecret: 'client secret of the tests',
} as const;

export type Claims = Readonly<Record<string, unknown>>;

type Granted = { claims: Claims; nonce: string; challenge: string; redirectUri: string };

/** Wrong behavior, until the test resets it. */
export type Lies = {
  issuer?: string;
  nonce?: string;
  audience?: string;
  isForeignKey?: boolean;
  /** Changes the id token's header. With `alg` none or HS256, it is not signed, or with the client's secret. */
  header?: Claims;
  /** Changes the id token's claims. An undefined one is left out. */
  payload?: Claims;
  /** Changes the response of the token endpoint. */
  tokens?: Claims;
  acceptsCodesTwice?: boolean;
  /** Whether it issues refresh tokens. Each is used once. */
  isRefreshable?: boolean;
  /** The token endpoint answers 503. */
  isDown?: boolean;
  /** The claims of the userinfo endpoint. Without them, the provider has none. */
  userinfo?: Claims;
  discovery?: Claims;
};

type Answer = [status: number, body: object];

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const seconds = () => Math.floor(Date.now() / 1000);
const newKeys = () => generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The client authenticates by the header, with form-encoded parts. */
function isClient({ headers }: IncomingMessage): boolean {
  const header = Buffer.from((headers.authorization ?? '').slice('Basic '.length), 'base64');
  const parts = header.toString().split(':');
  const [id, secret] = parts.map((part) => decodeURIComponent(part.replaceAll('+', ' ')));
  return id === CLIENT.clientId && secret === CLIENT.clientSecret;
}

export class TestIdentityProvider {
  url = '';
  readonly requests: string[] = [];
  #lies: Lies = {};
  readonly #keys = { own: newKeys(), foreign: newKeys() };
  readonly #codes = new Map<string, Granted>();
  readonly #refreshTokens = new Map<string, Granted>();
  readonly #deactivated = new Set<unknown>();
  refreshes = 0;
  readonly #server = createServer(async (request, response) => {
    const [status, body] = await this.#answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('There is no port');
    this.url = `http://127.0.0.1:${address.port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }

  deactivate(sub: string): void {
    this.#deactivated.add(sub);
  }

  lie(lies: Lies): void {
    this.#lies = lies;
  }

  /** The person signs in at the address to which the browser was sent. Returns the query of the way back. */
  authorize(at: string, claims: Claims): string {
    const asked = new URL(at).searchParams;
    const code = randomUUID();
    this.#codes.set(code, {
      claims: { sub: 'person', auth_time: seconds(), ...claims },
      nonce: asked.get('nonce') ?? '',
      challenge: asked.get('code_challenge') ?? '',
      redirectUri: asked.get('redirect_uri') ?? '',
    });
    return `?${new URLSearchParams({ code, state: asked.get('state') ?? '' })}`;
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    const { pathname } = new URL(request.url ?? '/', this.url);
    this.requests.push(pathname);
    if (pathname === '/.well-known/openid-configuration') return [200, this.#configuration()];
    if (pathname === '/token') return this.#grant(request);
    if (pathname === '/userinfo') return [200, { sub: 'person', ...this.#lies.userinfo }];
    if (pathname !== '/keys') return [404, { error: 'not_found' }];
    const jwk = this.#keys.own.publicKey.export({ format: 'jwk' });
    return [200, { keys: [{ ...jwk, kid: 'tests', alg: 'RS256', use: 'sig' }] }];
  }

  #configuration(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...(this.#lies.userinfo && { userinfo_endpoint: `${this.url}/userinfo` }),
      ...this.#lies.discovery,
    };
  }

  async #grant(request: IncomingMessage): Promise<Answer> {
    const form = new URLSearchParams(await text(request));
    if (!isClient(request)) return [401, { error: 'invalid_client' }];
    if (form.get('grant_type') === 'refresh_token') return this.#refresh(form);
    const code = form.get('code') ?? '';
    const granted = this.#codes.get(code);
    if (!this.#lies.acceptsCodesTwice) this.#codes.delete(code);
    const verifier = form.get('code_verifier') ?? '';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const isRight =
      granted?.challenge === challenge && granted.redirectUri === form.get('redirect_uri');
    if (!granted || !isRight) return [400, { error: 'invalid_grant' }];
    return [200, this.#toTokens(granted)];
  }

  #refresh(form: URLSearchParams): Answer {
    this.refreshes += 1;
    if (this.#lies.isDown) return [503, { error: 'temporarily_unavailable' }];
    const token = form.get('refresh_token') ?? '';
    const granted = this.#refreshTokens.get(token);
    this.#refreshTokens.delete(token);
    if (!granted || this.#deactivated.has(granted.claims['sub'])) {
      return [400, { error: 'invalid_grant' }];
    }
    return [200, this.#toTokens(granted)];
  }

  #toTokens(granted: Granted): object {
    const refreshToken = randomUUID();
    if (this.#lies.isRefreshable) this.#refreshTokens.set(refreshToken, granted);
    return {
      access_token: randomUUID(),
      token_type: 'Bearer',
      id_token: this.#sign(granted),
      ...(this.#lies.isRefreshable && { refresh_token: refreshToken }),
      ...this.#lies.tokens,
    };
  }

  #sign({ claims, nonce }: Granted): string {
    const lies = this.#lies;
    const payload = {
      iss: lies.issuer ?? this.url,
      aud: lies.audience ?? CLIENT.clientId,
      iat: seconds(),
      exp: seconds() + 300,
      ...claims,
      nonce: lies.nonce ?? nonce,
      ...lies.payload,
    };
    const header: Claims = { alg: 'RS256', kid: 'tests', ...lies.header };
    const signed = [header, payload].map(encode).join('.');
    return `${signed}.${this.#signature(header['alg'], signed).toString('base64url')}`;
  }

  #signature(alg: unknown, signed: string): Buffer {
    if (alg === 'none') return Buffer.alloc(0);
    if (alg === 'HS256') {
      return createHmac('sha256', CLIENT.clientSecret).update(signed).digest();
    }
    const { privateKey } = this.#lies.isForeignKey ? this.#keys.foreign : this.#keys.own;
    return sign('sha256', Buffer.from(signed), privateKey);
  }

  /** The public key with which it signs if `isForeignKey`. Its own keys do not contain it. */
  foreignKey(): object {
    return this.#keys.foreign.publicKey.export({ format: 'jwk' });
  }
}
