/** Who calls the provider API: a company's own system with a key, or a signed-in member of its staff (R47). */
import type { StaffCaller } from '../access/staff/staff-session.ts';
import type { KeyCaller } from './keys.ts';

export type Caller = KeyCaller | StaffCaller;
