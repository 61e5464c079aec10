/**
 * The 3-D Secure steps before a charge and after a challenge, and the charges that use them. An authentication does
 * not move money: if it fails, nothing has been charged. It uses device data that the payer's browser sent to the
 * provider before the submit (ADR 0043). The order contains the reference of that collection.
 */
import { randomUUID } from 'node:crypto';
import { AnswerLost, NeverSent } from '../../platform/outbound/http-client.ts';
import { Refused, Unreadable } from '../json-answer.ts';
import { notSent, unknown } from '../outcomes.ts';
import type {
  ActionRequired,
  ChargeOrder,
  ChargeSource,
  Declined,
  DeviceCollection,
  NotSent,
  Unknown,
} from '../processor.ts';
import type { FiservClient } from './client.ts';
import { declinedWith } from './from-fiserv.ts';
import { stepId, toAuthentication, toDeviceData } from './to-fiserv.ts';
import type { AuthenticationAnswer, MerchantDetails, Proof } from './wire.ts';

/** Marks the reference of an authentication, for which no charge exists yet. */
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

export type AuthenticationResult =
  | { kind: 'proven'; proof: Proof }
  | { kind: 'unproven' }
  | ActionRequired
  | Declined
  | NotSent
  | Unknown;

const AUTHENTICATION_FAILED = '363';

function toAuthenticationProof({ additionalData3DS: data }: AuthenticationAnswer): Proof | null {
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

function challengeData({ additionalData3DS }: AuthenticationAnswer): string | null {
  const { stepUpUrl, challengeToken } = additionalData3DS ?? {};
  if (!stepUpUrl || !challengeToken) return null;
  return Buffer.from(JSON.stringify({ stepUpUrl, challengeToken })).toString('base64');
}

export function fromAuthentication(answer: AuthenticationAnswer): AuthenticationResult {
  const { transactionState, transactionProcessingDetails } = answer.gatewayResponse;
  const processorReference = `${PREFIX}${transactionProcessingDetails.transactionId}`;
  switch (transactionState) {
    case 'AUTHENTICATED': {
      const proof = toAuthenticationProof(answer);
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

/** Returns whether the state is unrecognized, or a challenge lacks the data to show it. */
function isUnusable(authenticated: AuthenticationResult): boolean {
  if (authenticated.kind === 'unknown') return true;
  return authenticated.kind === 'action_required' && authenticated.threeDSData === null;
}

export type Steps = { client: FiservClient; merchant: MerchantDetails; usesThreeDSecure: boolean };

/**
 * Runs before the submit. The collection is specific to the card, so it starts after the card has been entered. If
 * the gateway refuses or fails, the card is charged without authentication.
 */
export async function beginDeviceData(
  { client, merchant, usesThreeDSecure }: Steps,
  source: ChargeSource,
): Promise<DeviceCollection | null> {
  if (!usesThreeDSecure) return null;
  try {
    const begun = await client.beginDeviceData(randomUUID(), toDeviceData(source, merchant));
    const { serviceProviderReferenceId: reference, methodData } = begun.additionalData3DS;
    return { url: methodData.dataCollectionUrl, token: methodData.encodedToken, reference };
  } catch (error) {
    const isProcessorError =
      error instanceof Refused ||
      error instanceof Unreadable ||
      error instanceof NeverSent ||
      error instanceof AnswerLost;
    if (isProcessorError) return null;
    throw error;
  }
}

/**
 * Authentication needs the payer's browser, so only customer-initiated card charges use it. If the gateway refuses
 * or fails, the documentation advises charging anyway and letting the issuer decide.
 */
export async function authenticate(
  steps: Steps,
  order: ChargeOrder,
): Promise<AuthenticationResult> {
  const { client, merchant, usesThreeDSecure } = steps;
  const { device, kind, initiator, reference, browserInfo: serviceProviderReferenceId } = order;
  const isAttempted = usesThreeDSecure && kind === 'card' && initiator === 'CIT';
  if (!isAttempted || !device || serviceProviderReferenceId === null) return { kind: 'unproven' };
  try {
    const answer = await client.authenticate(
      stepId(reference, 'authentication'),
      toAuthentication({ order, device, merchant, serviceProviderReferenceId }),
    );
    const authenticated = fromAuthentication(answer);
    return isUnusable(authenticated) ? { kind: 'unproven' } : authenticated;
  } catch (error) {
    if (error instanceof Refused || error instanceof Unreadable) return { kind: 'unproven' };
    if (error instanceof NeverSent || error instanceof AnswerLost) {
      return notSent(`before the charge: ${error.message}`);
    }
    throw error;
  }
}
