// `npm run bench`: throughput and memory, as ratios to a bare server in the same run (bench/, docs/performance.md).
// `-- --list` lists the rows, `-- --only invoice,list/25` selects some. `-- --scale 1000000` measures the nightly
// jobs instead.
import { register } from 'node:module';
import { parseArgs } from 'node:util';
import { ensure } from './ensure.mjs';
import { main, StepFailed } from './step.mjs';
import { LOADER } from './typescript-loader.mjs';

await main(async () => {
  const args = process.argv.slice(2);
  if (args.includes('--trial') || args.some((arg) => arg.startsWith('--scale'))) return scale(args);
  await ensure();
  register(LOADER);
  const { runBench } = await import('../bench/src/run.ts');
  await runBench(args).catch((error) => {
    throw error.name === 'UsageError' ? new StepFailed(error.message) : error;
  });
});

async function scale(args) {
  const options = { scale: { type: 'string' }, trial: { type: 'boolean', default: false } };
  const { values } = parseArgs({ args, options });
  if (!values.trial) await ensure({ build: false });
  register(LOADER);
  const { measureScale, runTrial } = await import('../server/test/scale/measure.ts');
  if (values.trial) return runTrial();
  const isWithin = await measureScale(Number(values.scale));
  if (!isWithin) throw new StepFailed('Above 10 minutes or 500 MB.');
}
