/** Who calls the provider API: a company's own system with a key, or a signed-in member of its staff (R47). */

import type { KeyCaller } from './api-keys.ts';
import type { StaffCaller } from './staff/staff-session.ts';

export type Caller = KeyCaller | StaffCaller;
