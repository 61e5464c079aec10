/** The end of a session: the server ended it, or the customer signed out and the root reducer clears their data. */
import { createEvent } from './event.ts';

export const sessionEnded = createEvent('auth/sessionEnded');
export const signedOut = createEvent('session/signedOut');
