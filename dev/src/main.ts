/** The development program. The portal's first process begins to load before this one loads the rest of its modules. */
import { createPortalProcesses } from './portal/portal-processes.ts';

const portal = createPortalProcesses();
const { runDevelopment } = await import('./development.ts');
runDevelopment(portal);
