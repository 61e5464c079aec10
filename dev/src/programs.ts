/** The programs that others start, as `npm run build` bundles them. */
import { fileURLToPath } from 'node:url';
import { inRepository } from '@quittance/server/kernel/folders';

const toProgram = (name: string) => fileURLToPath(inRepository(`dev/dist/bundle/${name}.js`));

export const QUITTANCE = toProgram('quittance');
export const PORTAL_PROCESS = toProgram('portal-main');
