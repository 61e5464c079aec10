/** The number of items that need attention, read once for the navigation and the pages that show it. */
import { createContext, useContext } from 'react';
import type { AnswerOf } from '../api/call-types.ts';
import type { Read } from '../api/use-read.ts';

export type AttentionCounts = Pick<Read<AnswerOf<'getAttentionCounts'>>, 'answer' | 'again'>;

export const AttentionCountsContext = createContext<AttentionCounts>({
  answer: null,
  again: () => {},
});

export const useAttentionCounts = (): AttentionCounts => useContext(AttentionCountsContext);
