/** The customer signed out: the root reducer clears their data. */
import { createAction } from '@reduxjs/toolkit';

export const signedOut = createAction('session/signedOut');
