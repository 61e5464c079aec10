// A choice that needs more than a word: icon, title, a line of text. As a radio it belongs to an
// OptionGroup; as a button (`OptionButton`) it leads somewhere. Chosen, the icon's tile is filled;
// without an icon a dot shows the choice.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon, type IconName } from '../actions/icon.tsx';
import styles from './option-card.module.css';

const css = bindClasses(styles);

type OptionFace = {
  icon?: IconName;
  /** Words, or a method line. */
  title: ReactNode;
  text?: ReactNode;
};

function Face({ icon, title, text }: OptionFace) {
  return (
    <>
      {icon && (
        <span className={css('tile')}>
          <Icon name={icon} />
        </span>
      )}
      <span className={css('words')}>
        <span className={css('title')}>{title}</span>
        {text && <span className={css('text')}>{text}</span>}
      </span>
    </>
  );
}

type OptionCardProps = OptionFace & {
  /** The same for all options of one choice. */
  name: string;
  value: string;
  isSelected: boolean;
  onSelect: () => void;
  isDisabled?: boolean;
};

export function OptionCard(props: OptionCardProps) {
  const { name, value, isSelected, onSelect, isDisabled = false, ...face } = props;
  return (
    <label className={css('card', isSelected && 'selected', isDisabled && 'disabled')}>
      <input
        type="radio"
        className={css('input')}
        name={name}
        value={value}
        checked={isSelected}
        disabled={isDisabled}
        onChange={onSelect}
      />
      {!face.icon && <span className={css('radio')} />}
      <Face {...face} />
      <span className={css('ring')} />
    </label>
  );
}

type OptionButtonProps = OptionFace & { onClick: () => void; isDisabled?: boolean };

export function OptionButton({ onClick, isDisabled = false, ...face }: OptionButtonProps) {
  return (
    <button type="button" className={css('card')} disabled={isDisabled} onClick={onClick}>
      <Face {...face} />
      <span className={css('chevron')}>
        <Icon name="chevron-right" size="small" />
      </span>
    </button>
  );
}
