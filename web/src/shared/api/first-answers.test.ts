import { FIRST_ANSWERS_ID, type FirstAnswer } from '@quittance/contract/first-calls';
import { afterEach, describe, expect, it } from 'vitest';
import { answerFirst, takeFirstAnswers } from './first-answers.ts';

const COMPANY: FirstAnswer = { url: '/api/company', status: 200, body: { name: 'Harbor' } };
const INVOICE: FirstAnswer = { url: '/api/invoice', status: 404, body: { message: 'NOT_FOUND' } };

function openNetwork(isFresh: () => boolean = () => true) {
  const asked: string[] = [];
  const network = async (input: RequestInfo | URL) => {
    asked.push(String(input));
    return Response.json({ name: 'from the network' });
  };
  return { asked, fetch: answerFirst(network, { answers: [COMPANY, INVOICE], isFresh }) };
}

describe('The answers in the document (decision 0060)', () => {
  it('answer their calls once, with status and body, and the network answers the next', async () => {
    const { asked, fetch } = openNetwork();
    const company = await fetch('/api/company');
    expect(await company.json()).toEqual({ name: 'Harbor' });
    expect((await fetch('/api/invoice')).status).toBe(404);
    expect(asked).toEqual([]);
    expect(await (await fetch('/api/company')).json()).toEqual({ name: 'from the network' });
    expect(asked).toEqual(['/api/company']);
  });

  it('answer no other call', async () => {
    const { asked, fetch } = openNetwork();
    await fetch('/api/company?domain=harbor');
    expect(asked).toEqual(['/api/company?domain=harbor']);
  });

  it('are dropped after a change, which makes them outdated', async () => {
    const { asked, fetch } = openNetwork();
    await fetch('/api/pay', { method: 'POST' });
    await fetch('/api/company');
    expect(asked).toEqual(['/api/pay', '/api/company']);
  });

  it('are dropped once they are old, for good', async () => {
    let isFresh = false;
    const { asked, fetch } = openNetwork(() => isFresh);
    await fetch('/api/company');
    isFresh = true;
    await fetch('/api/invoice');
    expect(asked).toEqual(['/api/company', '/api/invoice']);
  });

  it('leave a call alone that was aborted before', async () => {
    const { asked, fetch } = openNetwork();
    await fetch('/api/company', { signal: AbortSignal.abort() });
    expect(asked).toEqual(['/api/company']);
  });
});

describe('The element with the answers', () => {
  afterEach(() => document.body.replaceChildren());

  function addElement(text: string): void {
    const element = document.createElement('script');
    Object.assign(element, { type: 'application/json', id: FIRST_ANSWERS_ID, textContent: text });
    document.body.append(element);
  }

  it('is read and removed', () => {
    addElement(JSON.stringify([COMPANY]));
    expect(takeFirstAnswers(document)).toEqual([COMPANY]);
    expect(document.getElementById(FIRST_ANSWERS_ID)).toBeNull();
  });

  it('may be missing or cut off: then the page asks for everything', () => {
    expect(takeFirstAnswers(document)).toEqual([]);
    addElement('[{"url":"/api/comp');
    expect(takeFirstAnswers(document)).toEqual([]);
  });
});
