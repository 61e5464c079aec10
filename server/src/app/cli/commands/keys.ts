/** Commands for the keys of the provider API (R47). */

import { KEY_SCOPES } from '@quittance/contract/http/provider-route';
import {
  keyIdSchema,
  newApiKeySchema,
  rotationSchema,
} from '@quittance/contract/identity/key-schemas';
import { createKey, listKeys, revokeKey, rotateKey } from '../../../identity/api-keys.ts';
import { type Command, inCompany, type Output, readForCompany } from '../command.ts';
import { parseInstant, toId } from '../read-input.ts';

const parseKeyId = (text: string) => toId(keyIdSchema, 'key', text);

/** The key is shown only once. */
function shown(created: Awaited<ReturnType<typeof createKey>>): Output {
  return { data: created, text: `${created.key}\nStore it now: it is not shown again.` };
}

export const KEY_COMMANDS: readonly Command[] = [
  {
    name: 'keys create',
    args: ['<company>'],
    summary: 'Create an API key and print it once',
    options: {
      name: { value: 'TEXT', text: 'purpose of the key' },
      scope: { value: 'SCOPE', text: `${KEY_SCOPES.join(', ')}; all by default`, isList: true },
      network: {
        value: 'RANGE',
        text: 'addresses from which it works; any by default',
        isList: true,
      },
      expires: { value: 'INSTANT', text: 'expiration, such as 2027-01-01T00:00:00Z' },
    },
    example: 'harbor --name ERP --scope read --scope write',
    async run(context, { args: [company = ''], list, text, required }) {
      const scopes = list('scope');
      const expires = text('expires');
      const input = newApiKeySchema.parse({
        name: required('name'),
        scopes: scopes.length > 0 ? scopes : [...KEY_SCOPES],
        networks: list('network'),
        ...(expires === undefined ? {} : { expiresAt: parseInstant(expires) }),
      });
      return shown(
        await inCompany(context, company, (tx, actor) =>
          createKey(tx, context.deps, { actor, ...input }),
        ),
      );
    },
  },
  {
    name: 'keys list',
    args: ['<company>'],
    summary: 'List API keys without their secrets',
    example: 'harbor',
    async run(context, { args: [company = ''] }) {
      const { data } = await readForCompany(context, company, (tx, actor) => listKeys(tx, actor));
      return { data };
    },
  },
  {
    name: 'keys rotate',
    args: ['<company>', '<key id>'],
    summary: 'Replace an API key; the old key remains valid during the overlap period',
    options: { 'overlap-hours': { value: 'HOURS', text: 'overlap in hours; 24 by default' } },
    example: 'harbor 7d3c1a52-… --overlap-hours 2',
    async run(context, { args: [company = '', id = ''], text }) {
      const keyId = parseKeyId(id);
      const hours = text('overlap-hours');
      const rotation = rotationSchema.parse(
        hours === undefined ? {} : { overlapHours: Number(hours) },
      );
      return shown(
        await inCompany(context, company, (tx, actor) =>
          rotateKey(tx, context.deps, {
            actor: { ...actor, scopes: KEY_SCOPES },
            keyId,
            ...rotation,
          }),
        ),
      );
    },
  },
  {
    name: 'keys revoke',
    args: ['<company>', '<key id>'],
    summary: 'Revoke an API key immediately',
    example: 'harbor 7d3c1a52-…',
    async run(context, { args: [company = '', id = ''] }) {
      const keyId = parseKeyId(id);
      const key = await inCompany(context, company, (tx, actor) =>
        revokeKey(tx, context.deps, { actor, keyId }),
      );
      return { data: key, text: 'revoked' };
    },
  },
];
