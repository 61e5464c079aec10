// The key pair with which the fields in a browser encrypt card data, and the decryption of their blocks. Fiserv
// documents PKCS#1 padding, which browsers no longer offer, so both ends use OAEP here.
import {
  constants,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
  randomUUID,
} from 'node:crypto';
import type { EncryptionData } from '../api/bodies.ts';
import { refusal } from '../api/gateway-error.ts';

type KeyPair = { keyId: string; publicKey: string; privateKey: KeyObject };

export type Encryption = ReturnType<typeof createEncryption>;

function makeKeyPair(): KeyPair {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return { keyId: randomUUID(), publicKey: der.toString('base64'), privateKey };
}

function decrypt({ keyId, privateKey }: KeyPair, data: EncryptionData): Buffer {
  try {
    if (data.keyId !== keyId) throw new Error('another key');
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const block = Buffer.from(data.encryptionBlock, 'base64');
    return privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, block);
  } catch {
    throw refusal('302', 'Missing or Invalid Encryption Data', 'source.encryptionData');
  }
}

let made: KeyPair | undefined;

/** Generated once per process, on first use, because generation blocks for up to a second. */
function keyPair(): KeyPair {
  made ??= makeKeyPair();
  return made;
}

export function createEncryption() {
  return {
    publicKey() {
      const { keyId, publicKey } = keyPair();
      return { keyId, publicKey };
    },
    /**
     * Splits a decrypted block into its fields. "card.cardData:16,card.expirationMonth:2" specifies byte lengths.
     */
    read(data: EncryptionData): Map<string, string> {
      const block = decrypt(keyPair(), data);
      let offset = 0;
      return new Map(
        data.encryptionBlockFields.split(',').map((part) => {
          const [name = '', length = '0'] = part.split(':');
          const value = block.subarray(offset, offset + Number(length)).toString('utf8');
          offset += Number(length);
          return [name, value];
        }),
      );
    },
  };
}
