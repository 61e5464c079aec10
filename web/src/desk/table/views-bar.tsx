// Views of a list as links: the built-in ones, and those saved by the company's team.

import type { View } from '@quittance/contract/reports/view-schemas';
import { type SubmitEvent, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { FormActions } from '../../shared/ui/form/form-actions.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { toActionSentence } from '../api/failure.ts';
import { useCan } from '../api/session-context.ts';
import { useAction } from '../api/use-action.ts';
import { useRead } from '../api/use-read.ts';
import { tableTexts } from '../texts/table.ts';
import { type Filters, toSearchParams } from './use-list-query.ts';
import styles from './views-bar.module.css';

const css = bindClasses(styles);

export type Preset = { label: string; filters: Filters };

type ViewsBarProps = { list: View['list']; presets: readonly Preset[]; filters: Filters };

const isSame = (one: Filters, other: Filters): boolean => {
  const text = (filters: Filters) => JSON.stringify(Object.entries(filters).sort());
  return text(one) === text(other);
};

export function ViewsBar({ list, presets, filters }: ViewsBarProps) {
  const { pathname } = useLocation();
  const can = useCan();
  const { answer, again } = useRead('listViews', {});
  const [isSaving, setIsSaving] = useState(false);
  const saved = (answer?.data ?? []).filter((view) => view.list === list);
  const isKnown = [...presets, ...saved].some((view) => isSame(view.filters, filters));
  const current = saved.find((view) => isSame(view.filters, filters));
  return (
    <div className={css('bar')}>
      <nav aria-label={tableTexts.views}>
        <ul className={css('views')}>
          {[...presets, ...saved.map(({ name, ...view }) => ({ ...view, label: name }))].map(
            (view) => (
              <li key={view.label}>
                <Link
                  to={pathname + toSearchParams(view.filters)}
                  className={css('view')}
                  aria-current={isSame(view.filters, filters) ? 'true' : undefined}
                >
                  {view.label}
                </Link>
              </li>
            ),
          )}
        </ul>
      </nav>
      {can('write') && current && <DeleteView name={current.name} onDeleted={again} />}
      {can('write') && !isKnown && (
        <Button variant="quiet" size="small" onClick={() => setIsSaving(true)}>
          {tableTexts.save}
        </Button>
      )}
      {isSaving && (
        <SaveView
          list={list}
          filters={filters}
          onSaved={again}
          onClose={() => setIsSaving(false)}
        />
      )}
    </div>
  );
}

function DeleteView({ name, onDeleted }: { name: string; onDeleted: () => void }) {
  const action = useAction('deleteView');
  const remove = async (): Promise<void> => {
    const result = await action.run({ params: { viewName: name } });
    if (result.isOk) onDeleted();
    showToast(
      result.isOk
        ? { tone: 'success', text: tableTexts.removed(name) }
        : { tone: 'error', text: toActionSentence(result.failure) },
    );
  };
  return (
    <IconButton
      icon="trash"
      label={tableTexts.remove(name)}
      isLoading={action.isRunning}
      onClick={() => void remove()}
    />
  );
}

type SaveViewProps = {
  list: View['list'];
  filters: Filters;
  onSaved: () => void;
  onClose: () => void;
};

function SaveView({ list, filters, onSaved, onClose }: SaveViewProps) {
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
            error={missing ?? (action.failure ? toActionSentence(action.failure) : undefined)}
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
