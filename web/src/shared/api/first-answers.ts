/**
 * The responses embedded in the document (decision 0060), which serve a page's first calls instead of the network.
 * Each is used once and only while it is fresh, so that it never replaces newer data.
 */
import { FIRST_ANSWERS_ID, FIRST_VERSION, type FirstAnswer } from '@quittance/contract/first-calls';

type Fetch = typeof globalThis.fetch;

/** Removes the responses from the document, where nothing else needs them. The version is null without responses. */
export function takeFirstAnswers(document: Document): {
  answers: FirstAnswer[];
  version: string | null;
} {
  const element = document.getElementById(FIRST_ANSWERS_ID);
  element?.remove();
  try {
    // The cast is safe because a server of the same release wrote this value.
    const answers = JSON.parse(element?.textContent ?? '[]') as FirstAnswer[];
    return { answers, version: element?.getAttribute(FIRST_VERSION) ?? null };
  } catch {
    // The document was truncated, so the page requests everything.
    return { answers: [], version: null };
  }
}

type FirstResponses = { answers: readonly FirstAnswer[]; isFresh: () => boolean };

export function answerFirst(fetch: Fetch, { answers, isFresh }: FirstResponses): Fetch {
  const left = new Map(answers.map((answer) => [answer.url, answer] as const));
  return async (input, init) => {
    // After a change, or after some time, the embedded responses may be outdated.
    if ((init?.method ?? 'GET') !== 'GET' || !isFresh()) left.clear();
    const answer = typeof input === 'string' ? left.get(input) : undefined;
    if (!answer || init?.signal?.aborted) return fetch(input, init);
    left.delete(answer.url);
    return Response.json(answer.body, { status: answer.status });
  };
}
