import { z } from 'zod';
import type { ProviderRoute } from '../http/provider-route.ts';
import {
  apiKeySchema,
  apiKeysSchema,
  createdApiKeySchema,
  KEYS_MAX,
  keyIdSchema,
  newApiKeySchema,
  rotationSchema,
} from './key-schemas.ts';

const keyParams = z.object({ keyId: keyIdSchema });

export const KEY_ROUTES = {
  listKeys: {
    method: 'GET',
    path: '/keys',
    scope: 'read',
    shows: 'api-keys',
    tag: 'Keys',
    summary: 'List API keys',
    answer: apiKeysSchema,
  },
  createKey: {
    method: 'POST',
    path: '/keys',
    scope: 'money',
    answersNew: true,
    isOwnerOnly: true,
    tag: 'Keys',
    summary: 'Create an API key',
    description: `The new key cannot have more scopes than the key that creates it. A company can have up to ${KEYS_MAX} active keys.`,
    body: newApiKeySchema,
    answer: createdApiKeySchema,
    status: 201,
    errors: ['TOO_MANY_KEYS'],
  },
  rotateKey: {
    method: 'POST',
    path: '/keys/{keyId}/rotate',
    scope: 'money',
    answersNew: true,
    isOwnerOnly: true,
    tag: 'Keys',
    summary: 'Replace an API key',
    description:
      'The old key remains valid during the overlap period. If it has an expiry, the new key is valid for the same length of time from now.',
    params: keyParams,
    body: rotationSchema,
    answer: createdApiKeySchema,
    status: 201,
    errors: ['TOO_MANY_KEYS'],
  },
  revokeKey: {
    method: 'DELETE',
    path: '/keys/{keyId}',
    scope: 'money',
    isOwnerOnly: true,
    tag: 'Keys',
    summary: 'Revoke an API key',
    params: keyParams,
    answer: apiKeySchema,
  },
} as const satisfies Record<string, ProviderRoute>;
