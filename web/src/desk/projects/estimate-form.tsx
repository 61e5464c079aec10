// Adds an estimate with its items to a project.

import { addDays } from '@quittance/contract/dates';
import { addCents } from '@quittance/contract/money';
import { ESTIMATE_FIELDS } from '@quittance/contract/projects/fields';
import { ESTIMATE_ITEMS_MAX } from '@quittance/contract/projects/provider-schemas';
import { useRef } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Button } from '../../shared/ui/actions/button.tsx';
import { IconButton } from '../../shared/ui/actions/icon-button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { showToast } from '../../shared/ui/feedback/show-toast.tsx';
import { Input } from '../../shared/ui/form/input.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { useAction } from '../api/use-action.ts';
import { formatMoney, parseAmount, useMoments } from '../format.ts';
import { ActionDialog } from '../forms/action-dialog.tsx';
import { AmountInput } from '../forms/amount-input.tsx';
import { FieldGrid } from '../forms/field-grid.tsx';
import { FieldInputs } from '../forms/field-inputs.tsx';
import { draftFrom, type FieldDraft, missingIn, newBody } from '../forms/plain-fields.ts';
import { type DraftForm, useDraft } from '../forms/use-draft.ts';
import { formTexts } from '../texts/forms.ts';
import { projectFormTexts as texts } from '../texts/project-forms.ts';
import styles from './estimate-form.module.css';

const css = bindClasses(styles);

const VALID_DAYS = 30;

type DraftItem = { key: string; name: string; amount: string };
type EstimateDraft = FieldDraft<typeof ESTIMATE_FIELDS> & { items: readonly DraftItem[] };

const emptyItem = (key: string): DraftItem => ({ key, name: '', amount: '' });

function estimateErrors({ items, ...draft }: EstimateDraft) {
  const errors: Record<string, string> = {
    ...missingIn(draft, texts, ['estimateRef', 'memo', 'expiresOn']),
  };
  for (const [index, { name, amount }] of items.entries()) {
    if (name.trim() === '') errors[`items.${index}.name`] = formTexts.missing(texts.itemName);
    if (parseAmount(amount) === null) errors[`items.${index}.amount`] = texts.wrongAmount;
  }
  return errors;
}

/** Covers the items that are complete so far. */
const parsedItems = (items: readonly DraftItem[]) =>
  items.flatMap(({ name, amount: text }) => {
    const amount = parseAmount(text);
    return amount === null ? [] : [{ name: name.trim(), amount }];
  });

type NewEstimateProps = { projectId: string; onAdded: () => void; onClose: () => void };

export function NewEstimate({ projectId, onAdded, onClose }: NewEstimateProps) {
  const { today } = useMoments();
  const action = useAction('createEstimate');
  const form = useDraft<EstimateDraft>({
    first: () => ({
      ...draftFrom(ESTIMATE_FIELDS, null),
      items: [emptyItem('1')],
      expiresOn: addDays(today(), VALID_DAYS),
    }),
    toErrors: estimateErrors,
    failure: action.failure,
  });
  const add = async (): Promise<void> => {
    if (!form.check()) return;
    const { items, ...draft } = form.draft;
    const body = { ...newBody(ESTIMATE_FIELDS, draft), items: parsedItems(items) };
    const result = await action.run({ params: { projectId }, body });
    if (!result.isOk) return;
    showToast({ tone: 'success', text: texts.estimateAdded(result.answer.estimateRef) });
    onAdded();
    onClose();
  };
  const hints = { memo: texts.nameHint };
  const declared = { fields: ESTIMATE_FIELDS, labels: texts, hints, form };
  return (
    <ActionDialog
      title={texts.newEstimate}
      text={texts.newEstimateText}
      submitLabel={texts.newEstimate}
      isRunning={action.isRunning}
      failure={action.failure}
      size="medium"
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <FieldInputs {...declared} names={['memo']} />
      <FieldGrid>
        <FieldInputs {...declared} names={['estimateRef', 'expiresOn']} />
      </FieldGrid>
      <ItemFields form={form} />
    </ActionDialog>
  );
}

function ItemFields({ form }: { form: DraftForm<EstimateDraft> }) {
  const { items } = form.draft;
  const nextKey = useRef(items.length + 1);
  const total = addCents(...parsedItems(items).map(({ amount }) => amount));
  const set = (index: number, part: Partial<DraftItem>): void =>
    form.set({ items: items.map((item, at) => (at === index ? { ...item, ...part } : item)) });
  const add = (): void => {
    form.set({ items: [...items, emptyItem(String(nextKey.current))] });
    nextKey.current += 1;
  };
  return (
    <>
      <ol className={css('items')} aria-label={texts.items}>
        {items.map(({ key, name, amount }, index) => (
          <li key={key}>
            <fieldset className={css('item')} aria-label={texts.item(index + 1)}>
              <Input
                label={texts.itemName}
                error={form.toError(`items.${index}.name`)}
                value={name}
                onChange={({ currentTarget }) => set(index, { name: currentTarget.value })}
              />
              <AmountInput
                label={texts.itemAmount}
                error={form.toError(`items.${index}.amount`)}
                value={amount}
                onValueChange={(text) => set(index, { amount: text })}
              />
              <div className={css('remove')}>
                {items.length > 1 && (
                  <IconButton
                    icon="trash"
                    label={texts.removeItem(index + 1)}
                    onClick={() => form.set({ items: items.filter((_, at) => at !== index) })}
                  />
                )}
              </div>
            </fieldset>
          </li>
        ))}
      </ol>
      <div>
        <Button
          variant="secondary"
          size="small"
          icon="plus"
          disabled={items.length >= ESTIMATE_ITEMS_MAX}
          onClick={add}
        >
          {texts.addItem}
        </Button>
      </div>
      <div aria-live="polite">
        <SummaryList
          look="tight"
          rows={[
            { label: texts.total, value: <Money text={formatMoney(total)} />, isStrong: true },
          ]}
        />
      </div>
    </>
  );
}
