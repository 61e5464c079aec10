// Gives the filters of a list a name.

import type { View } from '@quittance/contract/reports/view-schemas';
import { type SubmitEvent, useState } from 'react';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { FormActions } from '../../shared/ui/form/form-actions.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { sentenceOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { tableTexts } from '../texts/table.ts';
import type { Filters } from './use-list-query.ts';

type SaveViewProps = {
  list: View['list'];
  filters: Filters;
  onSaved: () => void;
  onClose: () => void;
};

export function SaveView({ list, filters, onSaved, onClose }: SaveViewProps) {
  const action = useAction('putView');
  const [name, setName] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const viewName = name.trim();
  const missing = isChecked && viewName === '' ? tableTexts.saveNameMissing : undefined;
  const save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setIsChecked(true);
    if (viewName === '') return;
    const result = await action.run({ params: { viewName }, body: { list, filters } });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: tableTexts.saved(viewName) });
    onSaved();
    onClose();
  };
  return (
    <Dialog isOpen size="small" title={tableTexts.saveTitle} onClose={onClose}>
      <form noValidate onSubmit={(event) => void save(event)}>
        <Stack gap={5}>
          <Text tone="muted">{tableTexts.saveText}</Text>
          <Input
            label={tableTexts.saveName}
            maxLength={60}
            error={missing ?? (action.failure ? sentenceOf(action.failure) : undefined)}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <FormActions
            submitLabel={tableTexts.save}
            cancelLabel={tableTexts.cancel}
            isLoading={action.isRunning}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
