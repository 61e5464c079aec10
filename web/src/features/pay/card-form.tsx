// The four card fields (product §5.1). Each one is a frame of the processor; ours are the label, the
// box around it and the sentence below it.

import { bindClasses } from '../../lib/bind-classes.ts';
import { CARD_FIELD_LABELS, CARD_FIELDS, type CardField } from '../../processors/fields.ts';
import { FieldFrame } from '../../ui/field-frame.tsx';
import styles from './card-form.module.css';
import { fieldMessage } from './form-rules.ts';
import { FIELD_CONTAINERS, type SecureFields } from './use-secure-fields.ts';

const css = bindClasses(styles);

const WIDE_FIELDS: readonly CardField[] = ['cardHolder', 'cardNumber'];

type CardFormProps = {
  secureFields: SecureFields;
  /** The fields the processor refused at the last try. */
  refused: readonly CardField[];
};

export function CardForm({ secureFields, refused }: CardFormProps) {
  const { phase, fields, validity } = secureFields;
  const messageOf = (field: CardField): string | undefined => {
    const state = validity?.[field];
    const isSubmitted = refused.includes(field);
    return (state && fieldMessage({ field, state, isSubmitted })) ?? undefined;
  };
  return (
    <div className={css('fields')}>
      {CARD_FIELDS.map((field) => (
        <div key={field} className={css(WIDE_FIELDS.includes(field) && 'wide')}>
          <FieldFrame
            label={CARD_FIELD_LABELS[field]}
            containerId={FIELD_CONTAINERS[field]}
            error={messageOf(field)}
            isFocused={validity?.[field].isFocused ?? false}
            isLoading={phase !== 'ready'}
            onPress={() => fields?.focus(field)}
          />
        </div>
      ))}
    </div>
  );
}
