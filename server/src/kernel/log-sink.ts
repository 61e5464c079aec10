/**
 * Writes log lines to a file descriptor without blocking. Logging must not take the portal down: lines that cannot
 * be written (full disk, or a reader that is gone or does not read) are dropped and counted.
 */
import { write, writeSync } from 'node:fs';
import { wait } from './clock.ts';

export type LogSink = {
  write(line: string): void;
  /** Called when the process ends or is expected to crash. */
  flushSync(): void;
  dropped(): number;
};

type SinkOptions = {
  descriptor: number;
  bytesMax?: number;
  onRecovered?: (lost: number) => void;
};

const WAITING_BYTES_MAX = 4 * 1024 * 1024;
const RETRY_MS = 50;

const toCode = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : '');

export function openLogSink(options: SinkOptions): LogSink {
  const { descriptor, bytesMax = WAITING_BYTES_MAX, onRecovered = () => undefined } = options;
  let waiting: string[] = [];
  let waitingBytes = 0;
  let isWriting = false;
  let dropped = 0;
  let lostSince = 0;

  function drop(lines: number): void {
    dropped += lines;
    lostSince += lines;
  }

  function takeWaiting(): { bytes: Buffer; lines: number } {
    const taken = { bytes: Buffer.from(waiting.join('')), lines: waiting.length };
    waiting = [];
    waitingBytes = 0;
    return taken;
  }

  function recovered(): void {
    if (lostSince === 0) return;
    const lost = lostSince;
    lostSince = 0;
    onRecovered(lost);
  }

  /** A partial write is continued, and a full pipe is retried. */
  async function writeAll(bytes: Buffer): Promise<void> {
    for (let offset = 0; offset < bytes.length; ) {
      const result = await new Promise<number | NodeJS.ErrnoException>((resolve) => {
        write(descriptor, bytes, offset, (error, written) => resolve(error ?? written));
      });
      if (typeof result === 'number') offset += result;
      else if (toCode(result) === 'EAGAIN') await wait(RETRY_MS);
      else throw result;
    }
  }

  async function pump(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) {
      const { bytes, lines } = takeWaiting();
      try {
        await writeAll(bytes);
        recovered();
      } catch {
        drop(lines);
      }
    }
    isWriting = false;
  }

  return {
    dropped: () => dropped,
    write(line) {
      if (waitingBytes + line.length > bytesMax) {
        drop(1);
        return;
      }
      waiting.push(line);
      waitingBytes += line.length;
      if (!isWriting) void pump();
    },
    flushSync() {
      const { bytes, lines } = takeWaiting();
      try {
        writeSync(descriptor, bytes);
      } catch {
        drop(lines);
      }
    },
  };
}
