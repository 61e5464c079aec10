/** Passkeys of a signed-in customer (R63). Passkey sign-in is in access.ts. */
import {
  addPasskey,
  namePasskey,
  newPasskey,
  readPasskeys,
  removePasskey,
} from '../../identity/passkeys/passkeys.ts';
import { answerWith, type Handlers } from '../../platform/http/portal-call.ts';

export const passkeyHandlers = {
  passkeys: answerWith('passkeys', (deps, { principal }) => readPasskeys(deps, principal)),
  newPasskey: answerWith('creation', (deps, { principal }) => newPasskey(deps, principal)),
  addPasskey: async (deps, { principal, body: { passkey: response }, evidence: { userAgent } }) => {
    const { passkeys } = await addPasskey(deps, principal, { response, userAgent });
    return { success: true, passkeys };
  },
  namePasskey: answerWith('passkeys', (deps, { principal, params, body }) =>
    namePasskey(deps, principal, { passkeyId: params.id, name: body.name }),
  ),
  removePasskey: answerWith('passkeys', (deps, { principal, params }) =>
    removePasskey(deps, principal, params.id),
  ),
} satisfies Partial<Handlers>;
