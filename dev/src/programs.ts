/** Paths of the programs that other programs start, as bundled by `npm run build`. */
import { fileURLToPath } from 'node:url';
import { inRepository } from '@quittance/server/kernel/folders';

const toProgram = (name: string) => fileURLToPath(inRepository(`dev/dist/bundle/${name}.js`));

export const QUITTANCE = toProgram('quittance');
export const PORTAL_PROCESS = toProgram('portal-main');
