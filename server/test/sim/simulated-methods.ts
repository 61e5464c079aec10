/** The simulator's saved methods. Saving a method moves no money; the call succeeds, is refused or is lost. */
import type { Methods, SavedMethod } from '../../src/processors/processor.ts';
import { Secret } from '../../src/processors/secret.ts';
import type { Entry } from './records.ts';
import { SimulatedFault } from './simulated-fault.ts';
import type { SimulatorState } from './simulator-state.ts';

const EXPIRES_YEAR = 2035;

export function toSavedMethod({
  processorReference,
  kind,
}: Pick<Entry, 'processorReference' | 'kind'>): SavedMethod {
  return {
    token: new Secret(`tok_${processorReference}`),
    kind,
    brand: kind === 'card' ? 'visa' : null,
    last4: '4242',
    expiresMonth: kind === 'card' ? 12 : null,
    expiresYear: kind === 'card' ? EXPIRES_YEAR : null,
    schemeReference: null,
    processorCustomer: null,
  };
}

export function simulatedMethods(inside: SimulatorState): Methods {
  return {
    async save({ kind }) {
      const fault = inside.nextFault();
      switch (fault) {
        case 'decline_hard':
        case 'decline_soft':
        case 'token_expired':
        case 'other_account':
          return {
            kind: 'declined',
            processorReference: null,
            code: fault,
            message: 'The method was refused.',
            class: 'hard',
          };
        case '429':
        case '401':
        case 'refused_connection':
          return { kind: 'not_sent', reason: fault };
        case 'lost_before':
        case 'lost_after':
        case '500_before':
        case '500_after':
        case 'late_1m':
        case 'late_30m':
        case 'late_3h':
          return { kind: 'unknown', reason: fault };
        default: {
          const processorReference = inside.records.nextId('pm');
          return { kind: 'saved', method: toSavedMethod({ processorReference, kind }) };
        }
      }
    },
    async forget({ token }) {
      const fault = inside.nextFault();
      if (fault === 'exception') throw new SimulatedFault('the method could not be forgotten');
      if (fault === 'other_account') return;
      inside.forgotten.tokens.add(token.reveal());
    },
  };
}
