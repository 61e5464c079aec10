/**
 * Sends the view to open pages as server-sent events: when a page connects, and after each change. The view is read
 * twice a second, and only while a page is open.
 */
import type { ServerResponse } from 'node:http';
import { pause } from '../postgres/wait.ts';

const EVERY_MS = 500;

const SENT_EVENTS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } as const;

export type Live = ReturnType<typeof createLive>;

export function createLive(read: () => Promise<string | null>) {
  const pages = new Set<ServerResponse>();
  let isReading = false;
  let newest: string | null = null;

  function send(page: ServerResponse, text: string): void {
    page.write(`data: ${text}\n\n`);
  }

  async function readOnce(): Promise<void> {
    const text = await read();
    if (text === null || text === newest) return;
    newest = text;
    for (const page of pages) send(page, text);
  }

  async function keepReading(): Promise<void> {
    if (isReading) return;
    isReading = true;
    while (pages.size > 0) {
      await readOnce();
      await pause(EVERY_MS);
    }
    isReading = false;
  }

  return {
    open(page: ServerResponse): void {
      page.writeHead(200, SENT_EVENTS);
      // The last view may be outdated when the next page connects.
      if (pages.size === 0) newest = null;
      pages.add(page);
      page.once('close', () => pages.delete(page));
      if (newest !== null) send(page, newest);
      void keepReading();
    },
    close(): void {
      for (const page of pages) page.end();
      pages.clear();
    },
  };
}
