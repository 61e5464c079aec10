/** Arrow keys, Enter and Escape for a listbox below an input; the focus stays in the input. */
import { type KeyboardEvent, useState } from 'react';

type ListboxKeys<Option> = {
  options: readonly Option[];
  onChoose: (option: Option) => void;
  onClose: () => void;
};

export function useListboxKeys<Option>({ options, onChoose, onClose }: ListboxKeys<Option>) {
  const [marked, setMarked] = useState({ options, index: -1 });
  const active = marked.options === options ? marked.index : -1;
  const mark = (index: number): void =>
    setMarked({ options, index: (index + options.length) % options.length });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (options.length === 0) return;
    const chosen = options[active];
    if (event.key === 'ArrowDown') mark(active + 1);
    else if (event.key === 'ArrowUp') mark(active === -1 ? options.length - 1 : active - 1);
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && chosen) onChoose(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { active, onKeyDown };
}
