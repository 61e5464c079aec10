/** Schemas of the passkey calls (R63): signing in with a passkey, and managing the customer's passkeys. */
import { z } from 'zod';
import type { RouteSchemas } from '../http/portal-route.ts';
import { success } from '../http/success.ts';
import { plainText } from '../plain-text.ts';
import {
  createdPasskeySchema,
  PASSKEY_NAME_MAX,
  passkeyCreationSchema,
  passkeyRequestSchema,
  passkeySchema,
  usedPasskeySchema,
} from './passkey-schemas.ts';
import { domainText, signedInSchema } from './portal-routes.ts';

const list = success({ passkeys: z.array(passkeySchema) });
const byId = z.object({ id: z.uuid() });

export const passkeySchemas = {
  /** The call writes nothing to the database because the challenge is sealed. */
  requestPasskey: {
    limits: ['publicRead'],
    query: z.object({ domain: domainText }),
    answer: success({ request: passkeyRequestSchema }),
  },
  signInByPasskey: {
    limits: ['signInProof'],
    body: z.strictObject({
      domain: domainText,
      passkey: usedPasskeySchema,
      isKept: z.boolean().optional(),
    }),
    answer: signedInSchema,
  },
  passkeys: { limits: [], answer: list },
  newPasskey: { limits: ['change'], answer: success({ creation: passkeyCreationSchema }) },
  addPasskey: {
    limits: ['change'],
    body: z.strictObject({ passkey: createdPasskeySchema }),
    answer: list,
  },
  namePasskey: {
    limits: ['change'],
    params: byId,
    body: z.strictObject({ name: plainText({ max: PASSKEY_NAME_MAX }) }),
    answer: list,
  },
  removePasskey: { limits: ['change'], params: byId, answer: list },
} satisfies Record<string, RouteSchemas>;
