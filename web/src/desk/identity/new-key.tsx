// Creates an API key.

import { KEY_SCOPES, type KeyScope } from '@quittance/contract/http/provider-route';
import { useState } from 'react';
import { Checkbox } from '../../shared/ui/form/checkbox.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { OptionGroup } from '../../shared/ui/form/option-group.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { useAction } from '../api/use-action.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { keysTexts } from '../texts/access.ts';

type NewKeyProps = { onCreated: (key: string) => void; onClose: () => void };

export function NewKey({ onCreated, onClose }: NewKeyProps) {
  const action = useAction('createKey');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly KeyScope[]>(['read']);
  const [isChecked, setIsChecked] = useState(false);
  const toggle = (scope: KeyScope, isOn: boolean): void =>
    setScopes(KEY_SCOPES.filter((each) => (each === scope ? isOn : scopes.includes(each))));
  const create = async (): Promise<void> => {
    setIsChecked(true);
    if (name.trim() === '' || scopes.length === 0) return;
    const result = await action.run({ body: { name: name.trim(), scopes: [...scopes] } });
    if (!result.isOk) return;
    onClose();
    onCreated(result.answer.key);
  };
  return (
    <ActionDialog
      title={keysTexts.addTitle}
      text={keysTexts.addText}
      submitLabel={keysTexts.create}
      isRunning={action.isRunning}
      failure={action.failure}
      onSubmit={() => void create()}
      onClose={onClose}
    >
      <Input
        label={keysTexts.name}
        hint={keysTexts.nameHint}
        maxLength={100}
        error={isChecked && name.trim() === '' ? keysTexts.nameMissing : undefined}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <OptionGroup legend={keysTexts.scopes}>
        {KEY_SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            isChecked={scopes.includes(scope)}
            onCheckedChange={(isOn) => toggle(scope, isOn)}
          >
            {keysTexts.scopeNames[scope]}
          </Checkbox>
        ))}
        {isChecked && scopes.length === 0 && <Text tone="danger">{keysTexts.scopesMissing}</Text>}
      </OptionGroup>
    </ActionDialog>
  );
}
