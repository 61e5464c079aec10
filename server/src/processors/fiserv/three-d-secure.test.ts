import { describe, expect, it } from 'vitest';
import { fromAuthentication } from './three-d-secure.ts';
import { authenticationAnswerSchema } from './wire.ts';

describe('An authentication, read from Commerce Hub', () => {
  const authentication = (transactionState: string, additionalData3DS: object) =>
    fromAuthentication(
      authenticationAnswerSchema.parse({
        gatewayResponse: {
          transactionType: 'AUTHENTICATION',
          transactionState,
          transactionProcessingDetails: { transactionId: '87be41a54c374c3080f932babc4da68d' },
        },
        additionalData3DS,
      }),
    );
  const proof = {
    dsTransactionId: '33f9f27f-a6fa-4546-a87f-5e718bc2f864',
    authenticationStatus: 'Y',
    mpiData: { cavv: 'Y2F2dg==', eci: '05' },
    versionData: { recommendedVersion: '2.2.0' },
  };

  it('an authenticated response provides a proof for the charge', () => {
    const answer = { ...proof, acsUrl: '', serviceProvider: 'CARDINAL' };
    expect(authentication('AUTHENTICATED', answer)).toEqual({ kind: 'proven', proof });
  });

  it('an authenticated response without a cryptogram provides no proof', () => {
    expect(authentication('AUTHENTICATED', { ...proof, mpiData: { cavv: '' } })).toEqual({
      kind: 'unproven',
    });
  });

  it('a pending authentication provides the challenge data for the browser', () => {
    const challenge = { stepUpUrl: 'https://step.test/up', challengeToken: 'a.b.c' };
    const waiting = authentication('WAITING', { ...challenge, mpiData: { cavv: '', eci: '07' } });
    expect(waiting).toMatchObject({
      kind: 'action_required',
      processorReference: 'authentication:87be41a54c374c3080f932babc4da68d',
    });
    const data = 'threeDSData' in waiting ? (waiting.threeDSData ?? '') : '';
    expect(JSON.parse(Buffer.from(data, 'base64').toString())).toEqual(challenge);
  });

  it.each([
    ['DECLINED', 'declined'],
    ['PARKED', 'unknown'],
  ])('an authentication in state %s is %s', (state, kind) => {
    expect(authentication(state, {})).toMatchObject({ kind });
  });
});
