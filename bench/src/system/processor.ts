/** The processor used by both the portal and the bare server, with an adjustable latency. */
import { join } from 'node:path';
import { z } from 'zod';
import { firstMessage, startProgram } from './child-program.ts';

export type BenchProcessor = {
  url: string;
  setLatency(latencyMs: number): Promise<void>;
  stop(): Promise<void>;
};

export async function startProcessor(logFolder: string): Promise<BenchProcessor> {
  const program = startProgram({
    file: 'bench/src/programs/processor-main.ts',
    logPath: join(logFolder, 'processor.log'),
  });
  const { url } = z.object({ url: z.url() }).parse(await firstMessage(program));
  return {
    url,
    async setLatency(latencyMs) {
      const confirmed = firstMessage(program);
      program.child.send({ latencyMs });
      await confirmed;
    },
    stop: program.stop,
  };
}
