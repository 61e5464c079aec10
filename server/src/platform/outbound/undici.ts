/**
 * The parts of undici that the server uses. Its main file also loads `fetch`, sockets and mocks, which load Node's own
 * `fetch` as well: together 13 MB of every process.
 */
import type { Dispatcher } from 'undici';
import sendRequest from 'undici/lib/api/api-request.js';
import Agent from 'undici/lib/dispatcher/agent.js';

export { Agent };

type RequestOptions = Omit<Dispatcher.RequestOptions, 'origin' | 'path' | 'method'> & {
  dispatcher: Dispatcher;
  method?: Dispatcher.HttpMethod;
};

export function request(
  url: string | URL,
  { dispatcher, method = 'GET', ...options }: RequestOptions,
): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(url);
  return sendRequest.call(dispatcher, { ...options, origin, path: `${pathname}${search}`, method });
}
