import { join } from 'node:path';
import { type LoadOrder, type LoadResult, loadResultSchema } from '../programs/load-messages.ts';
import { firstMessage, startProgram } from './child-program.ts';

export type LoadGenerator = {
  run(order: LoadOrder): Promise<LoadResult>;
  stop(): Promise<void>;
};

export async function startLoadGenerator(logFolder: string): Promise<LoadGenerator> {
  const program = startProgram({
    file: 'bench/src/programs/load-main.ts',
    logPath: join(logFolder, 'load.log'),
  });
  await firstMessage(program);
  return {
    async run(order) {
      const result = firstMessage(program);
      program.child.send(order);
      return loadResultSchema.parse(await result);
    },
    stop: program.stop,
  };
}
