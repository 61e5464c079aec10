/** The customer signed out, and the root reducer clears their data. */
import { createAction } from '@reduxjs/toolkit';

export const signedOut = createAction('session/signedOut');
