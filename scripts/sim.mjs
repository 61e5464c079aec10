// `npm run sim` (docs/proof.md): random histories on real databases, one process per core. Examples: `npm run sim
// -- --histories 2000 --seed 1`, `-- --bug no-lock`.
import { register } from 'node:module';
import { ensure } from './ensure.mjs';
import { main } from './step.mjs';
import { LOADER } from './typescript-loader.mjs';

await main(async () => {
  if (process.send === undefined) await ensure({ build: false });
  register(LOADER);
  const { simulate } = await import('../server/test/sim/simulate.ts');
  return simulate(process.argv.slice(2));
});
