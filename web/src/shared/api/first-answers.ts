/**
 * The answers that the document brings along (decision 0060): the calls that a page makes first are answered by them
 * instead of the network. Each is used once and while it is fresh, so that none replaces what is newer.
 */
import { FIRST_ANSWERS_ID, type FirstAnswer } from '@quittance/contract/first-calls';

type Fetch = typeof globalThis.fetch;

/** Takes the answers out of the document, where nothing else needs them. */
export function takeFirstAnswers(document: Document): FirstAnswer[] {
  const element = document.getElementById(FIRST_ANSWERS_ID);
  element?.remove();
  try {
    // because the server of the same release wrote it
    return JSON.parse(element?.textContent ?? '[]') as FirstAnswer[];
  } catch {
    // A document that was cut off: the page asks for everything.
    return [];
  }
}

type FirstResponses = { answers: readonly FirstAnswer[]; isFresh: () => boolean };

export function answerFirst(fetch: Fetch, { answers, isFresh }: FirstResponses): Fetch {
  const left = new Map(answers.map((answer) => [answer.url, answer] as const));
  return async (input, init) => {
    // After a change, and after a while, what the document brought may be outdated.
    if ((init?.method ?? 'GET') !== 'GET' || !isFresh()) left.clear();
    const answer = typeof input === 'string' ? left.get(input) : undefined;
    if (!answer || init?.signal?.aborted) return fetch(input, init);
    left.delete(answer.url);
    return Response.json(answer.body, { status: answer.status });
  };
}
