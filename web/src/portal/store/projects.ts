/** Calls about estimates and contracts. A failure is shown in a toast. */
import { createApiThunk } from './app-thunk.ts';

export const acceptEstimate = createApiThunk('projects/acceptEstimate', 'acceptEstimate');
export const loadContractLink = createApiThunk('contracts/loadLink', 'contractLink');
