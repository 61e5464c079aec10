// An option with icon, title and text: a radio inside an OptionGroup, or a button (`OptionButton`). A
// selected option has a filled icon tile, or a radio dot if it has no icon.

import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon, type IconName } from '../actions/icon.tsx';
import styles from './option-card.module.css';

const css = bindClasses(styles);

type OptionFace = {
  icon?: IconName;
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
