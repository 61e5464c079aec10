// Creates and uses passkeys. The library is loaded on first use. The data exchanged with the server is defined in
// `contract/src/identity/passkey-schemas.ts`.
import type {
  CreatedPasskey,
  PasskeyCreation,
  PasskeyRequest,
  UsedPasskey,
} from '@quittance/contract/identity/passkey-schemas';

/** `known`: the authenticator already has a passkey of this user. */
export type PasskeyOutcome<Passkey> =
  | { kind: 'done'; passkey: Passkey }
  | { kind: 'canceled' | 'known' | 'failed' };

const IP_ADDRESS = /^\[|^[\d.]+$/;

/**
 * Passkeys belong to a domain name, so they are unavailable for an address such as 127.0.0.1. Browsers hide them from
 * pages without TLS, except on localhost.
 */
export function passkeyObstacle(): 'address' | 'insecure' | 'browser' | null {
  if (IP_ADDRESS.test(location.hostname)) return 'address';
  if (window.isSecureContext === false) return 'insecure';
  return typeof window.PublicKeyCredential === 'function' ? null : 'browser';
}

export const canUsePasskeys = (): boolean => passkeyObstacle() === null;

export async function canSuggestPasskeys(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

const load = () => import('@simplewebauthn/browser');

/**
 * Closing the dialog, a timeout and another ceremony cannot be distinguished, and none of the three is an error.
 */
const CANCELED = ['NotAllowedError', 'AbortError'];

function toOutcome(error: unknown): { kind: 'canceled' | 'known' | 'failed' } {
  const { name } = error instanceof Error ? error : { name: '' };
  if (CANCELED.includes(name)) return { kind: 'canceled' };
  return { kind: name === 'InvalidStateError' ? 'known' : 'failed' };
}

export async function createPasskey(
  optionsJSON: PasskeyCreation,
): Promise<PasskeyOutcome<CreatedPasskey>> {
  try {
    const { startRegistration } = await load();
    const { id, rawId, type, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = response;
    const answer = { clientDataJSON, attestationObject, ...(transports && { transports }) };
    return { kind: 'done', passkey: { id, rawId, type, response: answer } };
  } catch (error) {
    return toOutcome(error);
  }
}

/**
 * `suggested`: waits until the customer picks a passkey from the suggestions of a field, or until another ceremony
 * starts.
 */
export async function askForPasskey(
  request: PasskeyRequest,
  how: 'in a dialog' | 'suggested' = 'in a dialog',
): Promise<PasskeyOutcome<UsedPasskey>> {
  try {
    const { startAuthentication } = await load();
    const { allowCredentials, ...options } = request;
    const { id, rawId, type, response } = await startAuthentication({
      optionsJSON: { ...options, ...(allowCredentials && { allowCredentials }) },
      useBrowserAutofill: how === 'suggested',
    });
    return { kind: 'done', passkey: { id, rawId, type, response } };
  } catch (error) {
    return toOutcome(error);
  }
}

export async function stopAskingForPasskey(): Promise<void> {
  const { WebAuthnAbortService } = await load();
  WebAuthnAbortService.cancelCeremony();
}
