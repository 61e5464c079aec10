/** An authenticator in software: creates a passkey and proves it, as a browser and its device do (WebAuthn). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Answered = { challenge: string; origin: string };

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

const USER_PRESENT_AND_VERIFIED = 0x05;
const WITH_KEY = 0x40;

const cborText = (text: string) =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);

function cborBytes(bytes: Uint8Array): Buffer {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** `counts`: like a security key, with a counter that rises with each use. */
export function softwareAuthenticator({ counts = false }: { counts?: boolean } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(16);
  let uses = 0;

  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const coordinate = (name: number, value: string) =>
      Buffer.concat([Buffer.from([name, 0x58, 0x20]), Buffer.from(value, 'base64url')]);
    const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]);
    return Buffer.concat([head, coordinate(0x21, x), coordinate(0x22, y)]);
  }

  function dataFor(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(counts ? uses : 0);
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), counter]);
  }

  const clientData = (type: string, { challenge, origin }: Answered) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  const named = { id: base64(credentialId), rawId: base64(credentialId), type: 'public-key' };

  return {
    credentialId: named.id,
    /** An older state of a counting authenticator: a copy of it. */
    rewind() {
      uses = 0;
    },
    create({ rp, challenge }: { rp: { id: string }; challenge: string }, origin: string) {
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey()]);
      const data = Buffer.concat([dataFor(rp.id, USER_PRESENT_AND_VERIFIED | WITH_KEY), attested]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(data),
      ]);
      const clientDataJSON = base64(clientData('webauthn.create', { challenge, origin }));
      const response = { clientDataJSON, attestationObject: base64(attestation) };
      return { ...named, response: { ...response, transports: ['internal'] } };
    },
    prove({ rpId, challenge }: { rpId: string; challenge: string }, origin: string) {
      uses += 1;
      const data = dataFor(rpId, USER_PRESENT_AND_VERIFIED);
      const client = clientData('webauthn.get', { challenge, origin });
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = { clientDataJSON: base64(client), authenticatorData: base64(data) };
      return {
        ...named,
        response: { ...response, signature: base64(signature), userHandle: null },
      };
    },
  };
}

export type SoftwareAuthenticator = ReturnType<typeof softwareAuthenticator>;
