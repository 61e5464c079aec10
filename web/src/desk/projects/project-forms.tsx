// Adds a project of a customer, or changes its name and status.

import { PROJECT_STATUSES } from '@quittance/contract/vocabulary';
import { useNavigate } from 'react-router';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useAction } from '../api/use-action.ts';
import { useMoments } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { DraftInput } from '../forms/draft-input.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { missingIn } from '../forms/missing-in.ts';
import { useDraft } from '../forms/use-draft.ts';
import { usePaths } from '../paths.ts';
import type { ChosenCustomer } from '../records/customer-finder.tsx';
import { customerFinderTexts } from '../texts/customers.ts';
import { formTexts } from '../texts/forms.ts';
import { projectFormTexts as texts } from '../texts/project-forms.ts';
import { CustomerField } from './customer-field.tsx';

type NewProjectDraft = {
  customer: ChosenCustomer | null;
  projectRef: string;
  name: string;
  startedOn: string;
};

const newErrors = ({ customer, ...draft }: NewProjectDraft) => ({
  ...missingIn(draft, texts, ['projectRef', 'name', 'startedOn']),
  ...(customer ? {} : { customerId: customerFinderTexts.missing }),
});

export function NewProject({ onClose }: { onClose: () => void }) {
  const paths = usePaths();
  const navigate = useNavigate();
  const { today } = useMoments();
  const action = useAction('createProject');
  const form = useDraft<NewProjectDraft>({
    first: () => ({ customer: null, projectRef: '', name: '', startedOn: today() }),
    errorsOf: newErrors,
    failure: action.failure,
  });
  const { customer, projectRef, name, startedOn } = form.draft;
  const add = async (): Promise<void> => {
    if (!form.check() || !customer) return;
    const body = {
      ...{ customerId: customer.id, startedOn },
      ...{ projectRef: projectRef.trim(), name: name.trim() },
    };
    const result = await action.run({ body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.projectAdded(result.answer.name) });
    void navigate(paths.project(result.answer.id));
  };
  return (
    <ActionDialog
      title={texts.newProject}
      text={texts.newProjectText}
      submitLabel={texts.addProject}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <CustomerField
        customer={customer}
        error={form.errorOf('customerId')}
        onChoose={(chosen) => form.set({ customer: chosen })}
      />
      <DraftInput form={form} name="name" label={texts.name} hint={texts.nameHint} />
      <FieldGrid>
        <DraftInput form={form} name="projectRef" label={texts.projectRef} />
        <DraftInput form={form} name="startedOn" label={texts.startedOn} type="date" />
      </FieldGrid>
    </ActionDialog>
  );
}

type EditProjectProps = {
  project: AnswerOf<'getProject'>;
  onSaved: () => void;
  onClose: () => void;
};

const STATUSES = PROJECT_STATUSES.map((value) => ({ value, label: value }));

export function EditProject({ project, onSaved, onClose }: EditProjectProps) {
  const action = useAction('changeProject');
  const form = useDraft({
    first: { name: project.name, status: project.status },
    errorsOf: (draft) => missingIn(draft, texts, ['name']),
    failure: action.failure,
  });
  const save = async (): Promise<void> => {
    if (!form.check()) return;
    const { name, status } = form.draft;
    const result = await action.run({
      params: { projectId: project.id },
      body: { name: name.trim(), status },
    });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: formTexts.saved });
    onSaved();
    onClose();
  };
  return (
    <ActionDialog
      title={texts.editProject}
      submitLabel={formTexts.save}
      isRunning={action.isRunning}
      failure={action.failure}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <DraftInput form={form} name="name" label={texts.name} hint={texts.nameHint} />
      <Select
        label={texts.status}
        options={STATUSES}
        value={form.draft.status}
        onValueChange={(status) => form.set({ status })}
      />
    </ActionDialog>
  );
}
