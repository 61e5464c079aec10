// The listbox of predictions. The focus stays in the input.
import type { Prediction } from '@quittance/contract/customers/places';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import styles from './address-input.module.css';

const css = bindClasses(styles);

export const optionIdOf = (listId: string, index: number): string => `${listId}-${index}`;

type AddressOptionsProps = {
  id: string;
  label: string;
  predictions: readonly Prediction[];
  /** -1 when no option is active. */
  active: number;
  onChoose: (prediction: Prediction) => void;
};

export function AddressOptions({ id, label, predictions, active, onChoose }: AddressOptionsProps) {
  const isHidden = predictions.length === 0;
  return (
    <div id={id} role="listbox" aria-label={label} className={css('list')} hidden={isHidden}>
      {predictions.map((prediction, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard stays in the input
        // biome-ignore lint/a11y/useFocusableInteractive: the input points at it instead
        <div
          key={prediction.place_id}
          id={optionIdOf(id, index)}
          role="option"
          aria-selected={index === active}
          className={css('option', index === active && 'active')}
          // Prevents the blur of the input, which would close the list.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(prediction)}
        >
          <span>{prediction.structured_formatting.main_text}</span>
          <span className={css('town')}>{prediction.structured_formatting.secondary_text}</span>
        </div>
      ))}
    </div>
  );
}
