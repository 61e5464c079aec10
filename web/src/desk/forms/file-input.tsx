// A file from this device, either chosen or dropped on the field.

import { type DragEvent, useId, useRef, useState } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { describedBy, Field } from '../../shared/ui/form/field.tsx';
import styles from './file-input.module.css';

const css = bindClasses(styles);

type FileInputProps = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  accept: string;
  onFile: (file: File | null) => void;
};

export function FileInput({ label, hint, error, accept, onFile }: FileInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    // Makes the browser show the file's name in the field, as if the file had been chosen there.
    if (input.current) input.current.files = event.dataTransfer.files;
    onFile(event.dataTransfer.files[0] ?? null);
  };
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra, the input inside is the control */}
      <div
        className={css('drop', isOver && 'over')}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <input
          ref={input}
          id={id}
          type="file"
          accept={accept}
          className={css('input')}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, hint, error })}
          onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
        />
      </div>
    </Field>
  );
}
