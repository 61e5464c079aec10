// Adds a project of a customer, or changes its name and status.

import { PROJECT_FIELDS } from '@quittance/contract/projects/fields';
import { PROJECT_STATUSES } from '@quittance/contract/vocabulary';
import { useNavigate } from 'react-router';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Select } from '../../shared/ui/form/select.tsx';
import type { AnswerOf } from '../api/call-types.ts';
import { useAction } from '../api/use-action.ts';
import { useMoments } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FieldInputs } from '../forms/field-inputs.tsx';
import {
  changeBody,
  draftFrom,
  type FieldDraft,
  isEmpty,
  missingIn,
  newBody,
} from '../forms/plain-fields.ts';
import { useDraft } from '../forms/use-draft.ts';
import { usePaths } from '../paths.ts';
import type { ChosenCustomer } from '../records/customer-finder.tsx';
import { customerFinderTexts } from '../texts/customers.ts';
import { formTexts } from '../texts/forms.ts';
import { projectFormTexts as texts } from '../texts/project-forms.ts';
import { CustomerField } from './customer-field.tsx';

type NewProjectDraft = FieldDraft<typeof PROJECT_FIELDS> & { customer: ChosenCustomer | null };

const HINTS = { name: texts.nameHint };

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
    first: () => ({ ...draftFrom(PROJECT_FIELDS, null), customer: null, startedOn: today() }),
    toErrors: newErrors,
    failure: action.failure,
  });
  const { customer } = form.draft;
  const add = async (): Promise<void> => {
    if (!form.check() || !customer) return;
    const body = { customerId: customer.id, ...newBody(PROJECT_FIELDS, form.draft) };
    const result = await action.run({ body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.projectAdded(result.answer.name) });
    void navigate(paths.project(result.answer.id));
  };
  const declared = { fields: PROJECT_FIELDS, labels: texts, hints: HINTS, form };
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
        error={form.toError('customerId')}
        onChoose={(chosen) => form.set({ customer: chosen })}
      />
      <FieldInputs {...declared} names={['name']} />
      <FieldGrid>
        <FieldInputs {...declared} names={['projectRef', 'startedOn']} />
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
    first: { ...draftFrom(PROJECT_FIELDS, project), status: project.status },
    toErrors: (draft) => missingIn(draft, texts, ['name']),
    failure: action.failure,
  });
  const save = async (): Promise<void> => {
    if (!form.check()) return;
    const { status } = form.draft;
    const body = {
      ...changeBody(PROJECT_FIELDS, form.draft, project),
      ...(status === project.status ? {} : { status }),
    };
    if (isEmpty(body)) return onClose();
    const result = await action.run({ params: { projectId: project.id }, body });
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
      <FieldInputs
        fields={PROJECT_FIELDS}
        names={['name']}
        labels={texts}
        hints={HINTS}
        form={form}
      />
      <Select
        label={texts.status}
        options={STATUSES}
        value={form.draft.status}
        onValueChange={(status) => form.set({ status })}
      />
    </ActionDialog>
  );
}
