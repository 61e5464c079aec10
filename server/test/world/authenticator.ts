/**
 * A software authenticator: creates and uses passkeys in the format a browser with a security key returns (WebAuthn
 * Level 3). Its data can be changed, to simulate a copied authenticator or a page of another site.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '@quittance/contract/identity/passkey-schemas';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url');

/** Returns the head of a CBOR item: its major type and its length or value, below 65,536. */
function head(major: number, value: number): Buffer {
  const type = major * 32;
  if (value < 24) return Buffer.from([type + value]);
  if (value < 256) return Buffer.from([type + 24, value]);
  return Buffer.from([type + 25, Math.floor(value / 256), value % 256]);
}

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function cbor(item: Cbor): Buffer {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item);
  if (typeof item === 'string') {
    return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)]);
  }
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item]);
  const pairs = [...item].flatMap(([key, value]) => [cbor(key), cbor(value)]);
  return Buffer.concat([head(5, item.size), ...pairs]);
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 } as const;

export type Quirks = {
  origin?: string;
  rpId?: string;
  isUserVerified?: boolean;
  isCrossOrigin?: boolean;
  counter?: number;
  challenge?: string;
  isForged?: boolean;
  isAttested?: boolean;
  /** Creates a passkey that it already has, under the same id. */
  isAgain?: boolean;
};

type Credential = {
  id: Buffer;
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
};

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      ...([
        [1, 2],
        [3, -7],
        [-1, 1],
      ] as const),
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

export function createAuthenticator(siteOrigin: string) {
  let credential: Credential | null = null;

  function clientData(type: 'webauthn.create' | 'webauthn.get', challenge: string, quirks: Quirks) {
    const { origin = siteOrigin, isCrossOrigin = false } = quirks;
    const signed = quirks.challenge ?? challenge;
    return JSON.stringify({ type, challenge: signed, origin, crossOrigin: isCrossOrigin });
  }
  function authenticatorData(rpId: string, counter: number, quirks: Quirks) {
    const { isUserVerified = true } = quirks;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = FLAGS.present + (isUserVerified ? FLAGS.verified : 0);
    return { rpIdHash: sha256(quirks.rpId ?? rpId), flags, count };
  }

  return {
    create(options: PasskeyCreation, quirks: Quirks = {}): CreatedPasskey {
      const { publicKey, privateKey } = newKey();
      const id = quirks.isAgain && credential ? credential.id : randomBytes(32);
      const counter = quirks.counter ?? 0;
      credential = { id, privateKey, userHandle: options.user.id, counter };
      const { rpIdHash, flags, count } = authenticatorData(options.rp.id, counter, quirks);
      const length = Buffer.from([0, id.length]);
      const authData = Buffer.concat([
        rpIdHash,
        Buffer.from([flags + FLAGS.attested]),
        count,
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey),
      ]);
      const statement = new Map<string, Cbor>(
        quirks.isAttested ? [['x5c', Buffer.from('certificate')]] : [],
      );
      const attestation = new Map<string, Cbor>([
        ['fmt', quirks.isAttested ? 'packed' : 'none'],
        ['attStmt', statement],
        ['authData', authData],
      ]);
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', options.challenge, quirks)),
        attestationObject: base64url(cbor(attestation)),
        transports: ['usb'],
      };
      return { id: base64url(id), rawId: base64url(id), type: 'public-key', response };
    },
    use(options: PasskeyRequest, quirks: Quirks = {}): UsedPasskey {
      if (!credential) throw new Error('There is no passkey yet');
      const { id, privateKey, userHandle } = credential;
      const counter = quirks.counter ?? credential.counter + 1;
      credential.counter = counter;
      const { rpIdHash, flags, count } = authenticatorData(options.rpId, counter, quirks);
      const data = Buffer.concat([rpIdHash, Buffer.from([flags]), count]);
      const client = clientData('webauthn.get', options.challenge, quirks);
      const key = quirks.isForged ? newKey().privateKey : privateKey;
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), key)),
        // Some authenticators omit the user handle if the request lists the passkeys.
        userHandle: options.allowCredentials ? null : userHandle,
      };
      return { id: base64url(id), rawId: base64url(id), type: 'public-key', response };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
