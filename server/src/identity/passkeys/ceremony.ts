/**
 * The two passkey ceremonies (WebAuthn): creating a passkey and using one. User verification is required, so that a
 * passkey counts as two factors. The origin and site come from the portal's own URL. This module does not use the
 * database: the caller stores the passkeys and records each spent challenge.
 */

import { type Instant, instantSchema } from '@quittance/contract/dates';
import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '@quittance/contract/identity/passkey-schemas';
import { z } from 'zod';
import { addMs } from '../../kernel/clock.ts';
import type { Deps } from '../../kernel/deps.ts';

const DIALOG_MS = 2 * 60_000;

/** COSE numbers of EdDSA, ES256 and RS256. */
const ALGORITHMS: readonly number[] = [-8, -7, -257];

/** Loaded when the first passkey is verified, because the library needs 34 MB. */
async function loadLibrary() {
  const [server, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...server, ...helpers };
}

type Library = Awaited<ReturnType<typeof loadLibrary>>;

export type CeremonyDeps = Pick<Deps, 'clock' | 'entropy' | 'sealer' | 'publicUrl'>;

/** Longer than the browser's dialog stays open. */
const CHALLENGE_MS = 5 * 60_000;

/**
 * A challenge is sealed, so issuing it writes no row, and the seal binds it to its company and purpose. The authenticator
 * signs `text`.
 */
export type Challenge = { id: string; expiresAt: Instant; text: string };

const challengeContext = (scope: string) => `passkey_challenges/${scope}`;

const SEPARATOR = ' ';

function mintChallenge({ clock, entropy, sealer }: CeremonyDeps, scope: string): string {
  const plain = [entropy.uuid(), addMs(clock.now(), CHALLENGE_MS)].join(SEPARATOR);
  return Buffer.from(sealer.seal(plain, challengeContext(scope))).toString('base64url');
}

/**
 * Returns null if the challenge has expired. @throws SealBroken if the challenge was not issued by this portal or
 * has another scope
 */
function readChallenge(
  { clock, sealer }: CeremonyDeps,
  text: string,
  scope: string,
): Challenge | null {
  const sealed = Buffer.from(text, 'base64url').toString('utf8');
  const [id = '', end = ''] = sealer.open(sealed, challengeContext(scope)).split(SEPARATOR);
  const expiresAt = instantSchema.parse(end);
  return clock.now() < expiresAt ? { id, expiresAt, text } : null;
}

export type PasskeyKey = {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
};

/** Reason why a ceremony was refused. For logs and audits, never for the caller. */
export type Refusal = 'challenge' | 'spent' | 'attestation' | 'unproven';

type Spend = (challenge: Challenge) => Promise<boolean>;

/** The scope contains the company and purpose. A challenge of one scope is invalid in another. */
type CeremonyResponse<Response> = { response: Response; scope: string; spend: Spend };

function toRelyingParty({ publicUrl }: Pick<Deps, 'publicUrl'>) {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, rpId: hostname };
}

const described = ({
  credentialId,
  transports,
}: Pick<PasskeyKey, 'credentialId' | 'transports'>) => ({
  type: 'public-key' as const,
  id: credentialId,
  transports,
});

/**
 * The user id as stored by the authenticator. Some authenticators omit it when the request lists the allowed
 * passkeys.
 */
const toUserHandle = (userId: Uint8Array) => Buffer.from(userId).toString('base64url');

export type NewPasskey = {
  scope: string;
  siteName: string;
  /** The id is opaque: at most 64 bytes, no personal data. An authenticator stores one passkey per id. */
  user: { id: Uint8Array; name: string; displayName: string };
  existing: readonly Pick<PasskeyKey, 'credentialId' | 'transports'>[];
};

export function beginCreation(
  deps: CeremonyDeps,
  { scope, siteName, user, existing }: NewPasskey,
): PasskeyCreation {
  return {
    rp: { id: toRelyingParty(deps).rpId, name: siteName },
    user: { ...user, id: toUserHandle(user.id) },
    challenge: mintChallenge(deps, scope),
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: DIALOG_MS,
    excludeCredentials: existing.map(described),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/** With a list, only these passkeys are accepted. Without one, the browser offers all passkeys of the site. */
export function beginUse(
  deps: CeremonyDeps,
  { scope, allowed }: { scope: string; allowed?: NewPasskey['existing'] },
): PasskeyRequest {
  return {
    rpId: toRelyingParty(deps).rpId,
    challenge: mintChallenge(deps, scope),
    timeout: DIALOG_MS,
    userVerification: 'required',
    ...(allowed && { allowCredentials: allowed.map(described) }),
  };
}

/** The input is untrusted, and the library throws on most malformed input. */
async function orNull<Result>(verify: () => Promise<Result>): Promise<Result | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

const clientDataSchema = z.object({ challenge: z.string(), crossOrigin: z.boolean().optional() });

/** Cross-origin use is refused, because our pages are never in a frame of another site. */
function challengeIn(deps: CeremonyDeps, clientDataJson: string, scope: string): Challenge | null {
  try {
    const text = Buffer.from(clientDataJson, 'base64url').toString('utf8');
    const { challenge, crossOrigin } = clientDataSchema.parse(JSON.parse(text));
    return crossOrigin ? null : readChallenge(deps, challenge, scope);
  } catch {
    return null;
  }
}

/**
 * Authenticator certificates are not requested, so none are accepted: verifying them would fetch addresses that
 * they contain.
 */
function hasNoCertificate(
  { decodeAttestationObject, isoBase64URL }: Library,
  { response }: CreatedPasskey,
): boolean {
  try {
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
    const format = attestation.get('fmt');
    const statement = attestation.get('attStmt');
    return format === 'none' || (format === 'packed' && statement.get('x5c') === undefined);
  } catch {
    return false;
  }
}

export type RegistrationResult =
  | { outcome: 'created'; key: PasskeyKey; isBackedUp: boolean }
  | { outcome: 'refused'; reason: Refusal };

const refused = (reason: Refusal) => ({ outcome: 'refused', reason }) as const;

export async function finishCreation(
  deps: CeremonyDeps,
  { response, scope, spend }: CeremonyResponse<CreatedPasskey>,
): Promise<RegistrationResult> {
  const { transports = [], ...attested } = response.response;
  const challenge = challengeIn(deps, attested.clientDataJSON, scope);
  if (!challenge) return refused('challenge');
  const library = await loadLibrary();
  if (!hasNoCertificate(library, response)) return refused('attestation');
  const { origin, rpId } = toRelyingParty(deps);
  const result = await orNull(() =>
    library.verifyRegistrationResponse({
      response: { ...response, response: attested, clientExtensionResults: {} },
      expectedChallenge: challenge.text,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...ALGORITHMS],
    }),
  );
  if (!result?.verified) return refused('unproven');
  if (!(await spend(challenge))) return refused('spent');
  const { credential, credentialBackedUp } = result.registrationInfo;
  const key = {
    credentialId: credential.id,
    publicKey: library.isoBase64URL.fromBuffer(credential.publicKey),
    counter: credential.counter,
    transports,
  };
  return { outcome: 'created', key, isBackedUp: credentialBackedUp };
}

export type AssertionResult =
  | { outcome: 'proven'; counter: number; isBackedUp: boolean }
  /** The signature is valid, but the counter went backward: the authenticator has been cloned. */
  | { outcome: 'cloned'; counter: number }
  | { outcome: 'refused'; reason: Refusal };

/** Most passkeys do not count uses and always send zero. */
function isCloned(stored: number, sent: number): boolean {
  return (stored > 0 || sent > 0) && sent <= stored;
}

/**
 * Must be called while the passkey's row is locked, so that two uses compare their counters one after the other.
 */
export async function finishUse(
  deps: CeremonyDeps,
  { response, scope, spend }: CeremonyResponse<UsedPasskey>,
  stored: PasskeyKey & { userId: Uint8Array },
): Promise<AssertionResult> {
  const challenge = challengeIn(deps, response.response.clientDataJSON, scope);
  if (!challenge) return refused('challenge');
  const { origin, rpId } = toRelyingParty(deps);
  const { userHandle, ...signed } = response.response;
  const isOwn = response.id === stored.credentialId;
  if (!isOwn || (userHandle && userHandle !== toUserHandle(stored.userId))) {
    return refused('unproven');
  }
  const library = await loadLibrary();
  const result = await orNull(() =>
    library.verifyAuthenticationResponse({
      response: {
        ...response,
        response: signed,
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.text,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: stored.credentialId,
        publicKey: library.isoBase64URL.toBuffer(stored.publicKey),
        // The counter is compared below, after the signature: input that anyone can send must not look like a
        // clone.
        counter: 0,
      },
    }),
  );
  if (!result?.verified) return refused('unproven');
  if (!(await spend(challenge))) return refused('spent');
  const { newCounter: counter, credentialBackedUp } = result.authenticationInfo;
  if (isCloned(stored.counter, counter)) return { outcome: 'cloned', counter };
  return { outcome: 'proven', counter, isBackedUp: credentialBackedUp };
}
