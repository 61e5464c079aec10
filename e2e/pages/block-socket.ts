/** Blocks the socket, so that the page receives changes only through its own requests. */
import type { Page } from '@playwright/test';

const SOCKET = '**/api/socket/**';

export async function blockSocket(page: Page): Promise<void> {
  await page.route(SOCKET, (route) => route.abort());
  await page.routeWebSocket(SOCKET, (socket) => socket.close());
}
