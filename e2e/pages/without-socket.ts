/** A page that nobody tells any news: what it shows, it has asked for. */
import type { Page } from '@playwright/test';

const SOCKET = '**/api/socket/**';

export async function withoutSocket(page: Page): Promise<void> {
  await page.route(SOCKET, (route) => route.abort());
  await page.routeWebSocket(SOCKET, (socket) => socket.close());
}
