/** Blocks the socket: the page learns of a change only by requesting it. */
import type { Page } from '@playwright/test';

const SOCKET = '**/api/socket/**';

export async function blockSocket(page: Page): Promise<void> {
  await page.route(SOCKET, (route) => route.abort());
  await page.routeWebSocket(SOCKET, (socket) => socket.close());
}
