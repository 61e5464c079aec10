/** Address suggestions. The browser calls only this server, never the suggestion service (R31). */
import type { Logger } from 'pino';
import { AppError } from '../../kernel/errors.ts';
import type { Handlers } from './call.ts';

/** An unreachable service suggests nothing; the payer can still type the address. */
async function orNull<Result>(log: Logger, lookup: Promise<Result> | undefined) {
  try {
    return (await lookup) ?? null;
  } catch (error) {
    log.warn(
      { event: 'address_suggestions.failed', err: error },
      'the address suggestion service failed',
    );
    return null;
  }
}

export const addressSuggestionHandlers = {
  placePredictions: async ({ addressSuggestions, log }, { query }) => {
    const predictions = await orNull(log, addressSuggestions?.predict(query.input));
    return { success: true, predictions: predictions ?? [] };
  },
  place: async ({ addressSuggestions, log }, { query }) => {
    const place = await orNull(log, addressSuggestions?.find(query.id));
    if (!place) throw new AppError('NOT_FOUND');
    return { success: true, place };
  },
} satisfies Partial<Handlers>;
