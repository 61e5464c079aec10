/** For tests only: a request to mount a processor's fields. */
import { cents } from '@quittance/contract/money';
import type { MountRequest } from '../src/portal/processors/fields.ts';

export function mountRequest(changes: Partial<MountRequest> = {}): MountRequest {
  return {
    kind: 'card',
    data: {
      publicKey: 'pk_test_harbor',
      scriptUrl: 'http://localhost:4010/processor/script.js',
      merchantId: 'harbor',
      settings: {},
    },
    use: { chargedCents: cents(10_320), isSaved: false },
    appearance: {
      isDark: false,
      color: 'rgb(1, 1, 1)',
      mutedColor: 'rgb(2, 2, 2)',
      placeholderColor: 'rgb(3, 3, 3)',
      backgroundColor: 'rgb(4, 4, 4)',
      borderColor: 'rgb(5, 5, 5)',
      focusColor: 'rgb(6, 6, 6)',
      dangerColor: 'rgb(7, 7, 7)',
      fontSize: '16px',
    },
    containerId: (field) => `at-${field}`,
    walletContainerId: 'at-wallet',
    openSession: async () => null,
    ...changes,
  };
}
