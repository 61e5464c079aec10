/** Seeded bugs in saving the same card twice (R46). */
import type { Bug } from './bug.ts';

const STORE = 'server/src/methods/store-method.ts';

export const METHOD_BUGS: readonly Bug[] = [
  {
    name: 'old-token-kept',
    mistake:
      'A card that is saved again keeps its old token, which is then deleted at the processor.',
    mutations: [
      {
        file: STORE,
        from: 'tokenSealed: sealToken(deps, place, token),',
        to: 'tokenSealed: twin.tokenSealed,',
      },
    ],
  },
  {
    name: 'forgotten-too-early',
    mistake: 'The old token is deleted while a charge that was sent with it is open.',
    mutations: [
      {
        file: 'server/src/methods/methods.ts',
        from: ', notExists(selectOpenAttempts(tx, replaced))',
        to: '',
      },
    ],
  },
];
