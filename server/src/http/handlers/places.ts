/** Addresses to choose from; where they come from is none of the browser's business. */
import { AppError } from '../../errors.ts';
import type { Handlers } from '../call.ts';

export const placeHandlers = {
  /** A service that is away suggests nothing; an address can always be typed. */
  placePredictions: async ({ places, log }, { query }) => {
    try {
      const predictions = (await places?.predict(query.input)) ?? [];
      return { success: true, predictions };
    } catch (error) {
      log.warn({ err: error }, 'the places service was not reached');
      return { success: true, predictions: [] };
    }
  },
  place: async ({ places, log }, { query }) => {
    try {
      const place = await places?.find(query.id);
      if (place) return { success: true, place };
    } catch (error) {
      log.warn({ err: error }, 'the places service was not reached');
    }
    throw new AppError('NOT_FOUND');
  },
} satisfies Handlers;
