/** The calls for passkeys (R63). Their list and the sign-in page show failures themselves. */
import { passkeyTexts } from '#texts/account/passkeys';
import { createApiThunk } from './app-thunk.ts';

export const requestPasskey = createApiThunk('passkeys/request', 'requestPasskey', {
  failureNotice: 'screen',
});
export const newPasskey = createApiThunk('passkeys/new', 'newPasskey');
export const addPasskey = createApiThunk('passkeys/add', 'addPasskey', {
  successToast: passkeyTexts.added,
});
export const namePasskey = createApiThunk('passkeys/name', 'namePasskey');
export const removePasskey = createApiThunk('passkeys/remove', 'removePasskey');
