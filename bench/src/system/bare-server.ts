import { join } from 'node:path';
import { z } from 'zod';
import { firstMessage, startProgram } from './child-program.ts';

export type BareServer = {
  url: string;
  serve(name: string, answer: { contentType: string; body: Uint8Array }): Promise<string>;
  stop(): Promise<void>;
};

export type BareSettings = { folder: string; databaseUrl: string; processorUrl: string };

export async function startBareServer(settings: BareSettings): Promise<BareServer> {
  const { folder, databaseUrl, processorUrl } = settings;
  const program = startProgram({
    file: 'bench/src/programs/bare/bare-main.ts',
    logPath: join(folder, 'bare.log'),
    env: { NODE_ENV: 'production' },
  });
  const ready = firstMessage(program);
  program.child.send({ databaseUrl, processorUrl });
  const { url } = z.object({ url: z.url() }).parse(await ready);
  return {
    url,
    async serve(name, { contentType, body }) {
      const path = `/bytes/${encodeURIComponent(name)}`;
      const answer = await fetch(`${url}${path}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ contentType, base64: Buffer.from(body).toString('base64') }),
      });
      if (!answer.ok) throw new Error(`the bare server answered ${answer.status}`);
      return path;
    },
    stop: program.stop,
  };
}
