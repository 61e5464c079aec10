import { describe, expect, it } from 'vitest';
import { catalogIndex, findEntry } from '../../../gallery/catalog.tsx';

describe('Catalog of UI states', () => {
  const { states } = catalogIndex();

  it('the catalog has a unique kebab-case id for every state', () => {
    const ids = states.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z-]*$/.test(id))).toEqual([]);
  });

  it('the catalog finds every state by the id in its URL', () => {
    for (const { url, title } of states)
      expect(findEntry(new URLSearchParams(url).get('state'))?.title).toBe(title);
  });
});
