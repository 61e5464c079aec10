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

describe('The responses in the document (decision 0060)', () => {
  it('an embedded response serves its call once, and the next call uses the network', async () => {
    const { asked, fetch } = openNetwork();
    const company = await fetch('/api/company');
    expect(await company.json()).toEqual({ name: 'Harbor' });
    expect((await fetch('/api/invoice')).status).toBe(404);
    expect(asked).toEqual([]);
    expect(await (await fetch('/api/company')).json()).toEqual({ name: 'from the network' });
    expect(asked).toEqual(['/api/company']);
  });

  it('an embedded response serves no other call', async () => {
    const { asked, fetch } = openNetwork();
    await fetch('/api/company?domain=harbor');
    expect(asked).toEqual(['/api/company?domain=harbor']);
  });

  it('embedded responses are dropped after a change', async () => {
    const { asked, fetch } = openNetwork();
    await fetch('/api/pay', { method: 'POST' });
    await fetch('/api/company');
    expect(asked).toEqual(['/api/pay', '/api/company']);
  });

  it('embedded responses are dropped permanently when they expire', async () => {
    let isFresh = false;
    const { asked, fetch } = openNetwork(() => isFresh);
    await fetch('/api/company');
    isFresh = true;
    await fetch('/api/invoice');
    expect(asked).toEqual(['/api/company', '/api/invoice']);
  });

  it('an aborted call does not use an embedded response', async () => {
    const { asked, fetch } = openNetwork();
    await fetch('/api/company', { signal: AbortSignal.abort() });
    expect(asked).toEqual(['/api/company']);
  });
});

describe('The element with the responses', () => {
  afterEach(() => document.body.replaceChildren());

  function addElement(text: string): void {
    const element = document.createElement('script');
    Object.assign(element, { type: 'application/json', id: FIRST_ANSWERS_ID, textContent: text });
    document.body.append(element);
  }

  it('the element with the embedded responses is read and removed', () => {
    addElement(JSON.stringify([COMPANY]));
    expect(takeFirstAnswers(document)).toEqual({ answers: [COMPANY], version: null });
    expect(document.getElementById(FIRST_ANSWERS_ID)).toBeNull();
  });

  it('the page requests all data when the embedded responses are missing or truncated', () => {
    expect(takeFirstAnswers(document)).toEqual({ answers: [], version: null });
    addElement('[{"url":"/api/comp');
    expect(takeFirstAnswers(document)).toEqual({ answers: [], version: null });
  });
});
