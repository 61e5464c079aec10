import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { OrderRefused } from '../order-refused.ts';

export type Terminal = {
  stdin: Readable & { isTTY?: boolean };
  stdout: Writable;
  stderr: Writable & { isTTY?: boolean };
  untilInterrupted(): Promise<void>;
};

function untilInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

export const systemTerminal = (): Terminal => ({
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  untilInterrupted,
});

const SILENT = new Writable({ write: (_chunk, _encoding, done) => done() });

/** Questions go to standard error because standard output is reserved for the command's result. */
export async function ask({ stdin, stderr }: Terminal, question: string): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr });
  try {
    return (await lines.question(`${question}: `)).trim();
  } finally {
    lines.close();
  }
}

/**
 * Reads the secret from a prompt without echo, or from standard input. It must never come from the command line,
 * which is visible in process lists and in the shell's history.
 */
export async function readSecret({ stdin, stderr }: Terminal, what: string): Promise<string> {
  if (!stdin.isTTY) {
    const value = (await text(stdin)).trim();
    if (value === '') throw new OrderRefused(`No ${what} was read from standard input.`);
    return value;
  }
  stderr.write(`${what} (not shown): `);
  const lines = createInterface({ input: stdin, output: SILENT, terminal: true });
  try {
    const value = (await lines.question('')).trim();
    stderr.write('\n');
    if (value === '') throw new OrderRefused(`No ${what} was typed.`);
    return value;
  } finally {
    lines.close();
  }
}
