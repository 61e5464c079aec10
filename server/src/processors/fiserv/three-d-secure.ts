/**
 * The steps of 3-D Secure before a charge and after a challenge. An authentication takes no money:
 * whatever goes wrong in it, nothing has been charged. Which of our charges attempt it is decided
 * here as well.
 */
import { AnswerLost, NeverSent } from '../http.ts';
import type { ActionRequired, ChargeOrder, Declined, NotSent, Unknown } from '../processor.ts';
import { type FiservClient, Refused, Unreadable } from './client.ts';
import { declinedWith, unknown } from './from-fiserv.ts';
import { stepId, toAuthentication, toDeviceData } from './to-fiserv.ts';
import type { AuthenticationAnswer, MerchantDetails, Proof } from './wire.ts';

/** Marks a reference as one of an authentication: there is no charge behind it yet. */
const PREFIX = 'authentication:';

export function isAuthentication(processorReference: string | null): processorReference is string {
  return processorReference?.startsWith(PREFIX) ?? false;
}

export function authenticationId(processorReference: string): string {
  return processorReference.slice(PREFIX.length);
}

export function stillWaiting(processorReference: string): ActionRequired {
  return { kind: 'action_required', processorReference, threeDSData: null };
}

/** The step after the authentication: charge with its proof, charge without, or do not charge. */
export type Authenticated =
  | { kind: 'proven'; proof: Proof }
  | { kind: 'unproven' }
  | ActionRequired
  | Declined
  | NotSent
  | Unknown;

const AUTHENTICATION_FAILED = '363';

function proofOf({ additionalData3DS: data }: AuthenticationAnswer): Proof | null {
  const { dsTransactionId, authenticationStatus, mpiData, versionData } = data ?? {};
  const cavv = mpiData?.cavv;
  if (!dsTransactionId || !cavv) return null;
  const { eci, xid } = mpiData;
  const version = versionData?.recommendedVersion;
  return {
    dsTransactionId,
    ...(authenticationStatus ? { authenticationStatus } : {}),
    mpiData: { cavv, ...(eci ? { eci } : {}), ...(xid ? { xid } : {}) },
    ...(version ? { versionData: { recommendedVersion: version } } : {}),
  };
}

/** What the browser posts to the step-up address, as one text. */
function challengeData({ additionalData3DS }: AuthenticationAnswer): string | null {
  const { stepUpUrl, challengeToken } = additionalData3DS ?? {};
  if (!stepUpUrl || !challengeToken) return null;
  return Buffer.from(JSON.stringify({ stepUpUrl, challengeToken })).toString('base64');
}

export function fromAuthentication(answer: AuthenticationAnswer): Authenticated {
  const { transactionState, transactionProcessingDetails } = answer.gatewayResponse;
  const processorReference = `${PREFIX}${transactionProcessingDetails.transactionId}`;
  switch (transactionState) {
    case 'AUTHENTICATED': {
      const proof = proofOf(answer);
      return proof ? { kind: 'proven', proof } : { kind: 'unproven' };
    }
    case 'WAITING': {
      const threeDSData = challengeData(answer);
      return { kind: 'action_required', processorReference, threeDSData };
    }
    case 'DECLINED':
      return declinedWith(processorReference, AUTHENTICATION_FAILED);
    default:
      return unknown(`unknown authentication state ${transactionState}`);
  }
}

/** A state nobody knows, or a challenge that nobody can show. */
function isUseless(authenticated: Authenticated): boolean {
  if (authenticated.kind === 'unknown') return true;
  return authenticated.kind === 'action_required' && authenticated.threeDSData === null;
}

export type Steps = { client: FiservClient; merchant: MerchantDetails; usesThreeDSecure: boolean };

/**
 * Needs the payer and their browser, so only a card that they charge themselves attempts it. Where
 * the gateway refuses or breaks, the documents advise to charge all the same: the issuer decides.
 */
export async function authenticate(steps: Steps, order: ChargeOrder): Promise<Authenticated> {
  const { client, merchant, usesThreeDSecure } = steps;
  const { device, kind, initiator, reference } = order;
  if (!usesThreeDSecure || !device || kind !== 'card' || initiator !== 'CIT') {
    return { kind: 'unproven' };
  }
  try {
    const begun = await client.beginDeviceData(
      stepId(reference, 'device data'),
      toDeviceData(order, merchant),
    );
    const { serviceProviderReferenceId } = begun.additionalData3DS;
    const answer = await client.authenticate(
      stepId(reference, 'authentication'),
      toAuthentication({ order, device, merchant, serviceProviderReferenceId }),
    );
    const authenticated = fromAuthentication(answer);
    return isUseless(authenticated) ? { kind: 'unproven' } : authenticated;
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreadable) return { kind: 'unproven' };
    if (error instanceof NeverSent || error instanceof AnswerLost) {
      return { kind: 'not_sent', reason: `before the charge: ${error.message}` };
    }
    throw error;
  }
}
