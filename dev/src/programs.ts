/** The programs that others start, as `npm run build` bundles them. */
import { fileURLToPath } from 'node:url';
import { inRepository } from '@quittance/server/kernel/folders';

const programOf = (name: string) => fileURLToPath(inRepository(`dev/dist/bundle/${name}.js`));

export const QUITTANCE = programOf('quittance');
export const PORTAL_PROCESS = programOf('portal-main');
