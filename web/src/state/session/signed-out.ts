/** A customer has left: nothing of theirs may be seen by whoever comes next. */
import { createAction } from '@reduxjs/toolkit';

export const signedOut = createAction('session/signedOut');
