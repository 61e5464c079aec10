/**
 * The maps interface that use-places-autocomplete expects, implemented by our own server: no third-party
 * script runs beside the payment fields.
 */
import type { Prediction } from '@quittance/contract/customers/places';

export type Predict = (input: string) => Promise<Prediction[]>;

type Found = (predictions: Prediction[], status: 'OK' | 'ZERO_RESULTS') => void;

export function placesService(predict: Predict) {
  function AutocompleteService() {
    return {
      getPlacePredictions({ input }: { input: string }, found: Found): void {
        void predict(input).then((predictions) =>
          found(predictions, predictions.length > 0 ? 'OK' : 'ZERO_RESULTS'),
        );
      },
    };
  }
  return { places: { AutocompleteService } };
}
