/** The calls about devices that stay signed in. Their list shows a failed read itself. */
import { createApiThunk } from './app-thunk.ts';

export const loadDevices = createApiThunk('devices/load', 'devices', { failureNotice: 'screen' });
export const removeDevice = createApiThunk('devices/remove', 'removeDevice');
