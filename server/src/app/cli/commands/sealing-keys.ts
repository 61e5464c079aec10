/** Commands for the sealing keys: listing the data sealed with each key, and retiring a key. */

import { dropKey, listKeys, refusalToDrop } from '../../../platform/sealing/key-use.ts';
import { OrderRefused } from '../../order-refused.ts';
import type { Command } from '../command.ts';

export const SEALING_KEY_COMMANDS: readonly Command[] = [
  {
    name: 'secrets keys',
    args: [],
    summary: 'List the sealing keys and the number of stored values that each has sealed',
    example: '',
    run: async ({ deps }) => ({ data: await listKeys(deps) }),
  },
  {
    name: 'secrets drop',
    args: ['<key id>'],
    summary:
      'Retire a sealing key without remaining values; it can then be removed from SECRET_KEY',
    example: '3fa9c2d1',
    async run({ deps }, { args: [keyId = ''] }) {
      const refusal = refusalToDrop(await listKeys(deps), keyId);
      if (refusal) throw new OrderRefused(refusal);
      await dropKey(deps, keyId);
      return { data: { key: keyId, isDropped: true }, text: `dropped: ${keyId}` };
    },
  },
];
