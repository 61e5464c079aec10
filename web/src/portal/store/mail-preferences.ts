/** The calls about mail preferences (R64). The card shows a failed read itself. */
import { createApiThunk } from './app-thunk.ts';

export const loadMailPreferences = createApiThunk('mailPreferences/load', 'mailPreferences', {
  failureNotice: 'screen',
});
export const setMailPreference = createApiThunk('mailPreferences/set', 'setMailPreference');
