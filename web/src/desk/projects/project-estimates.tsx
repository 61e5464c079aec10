// The estimates of a project. An accepted one can be paid by a link.

import { isEstimateAccepted } from '@quittance/domain/status/estimate-status';
import type { AnswerOf } from '../api/call-types.ts';
import { useCan } from '../api/session-context.ts';
import { formatDay, formatMoney } from '../format.ts';
import { Section } from '../forms/section.tsx';
import { Table } from '../table/table.tsx';
import { projectFormTexts } from '../texts/project-forms.ts';
import { projectsTexts } from '../texts/projects.ts';
import { EstimateBadge } from './billing-badges.tsx';
import { NewEstimate } from './estimate-form.tsx';
import { LinkButton } from './link-button.tsx';
import { DialogButton, Named } from './project-parts.tsx';

type Estimate = AnswerOf<'listEstimates'>['data'][number];

type EstimatesProps = {
  projectId: string;
  estimates: readonly Estimate[];
  onChanged: () => void;
};

const isPayableByLink = (estimate: Estimate) =>
  isEstimateAccepted(estimate) && estimate.paid < estimate.total;

export function Estimates({ projectId, estimates, onChanged }: EstimatesProps) {
  const { estimate: headers } = projectsTexts;
  const can = useCan();
  const add = (
    <DialogButton
      label={projectFormTexts.newEstimate}
      dialog={(onClose) => (
        <NewEstimate projectId={projectId} onAdded={onChanged} onClose={onClose} />
      )}
    />
  );
  return (
    <Section title={projectsTexts.estimates} action={add}>
      <Table
        caption={projectsTexts.estimates}
        empty={projectsTexts.noEstimates}
        rows={estimates}
        rowKey={({ id }) => id}
        columns={[
          {
            header: headers.ref,
            isText: true,
            cell: (estimate: Estimate) => (
              <Named name={estimate.memo} text={estimate.estimateRef}>
                {isPayableByLink(estimate) && can('write') && (
                  <LinkButton
                    call="createEstimateLink"
                    input={{ params: { estimateId: estimate.id } }}
                  />
                )}
              </Named>
            ),
          },
          { header: headers.status, cell: ({ status }) => <EstimateBadge status={status} /> },
          { header: headers.expires, cell: ({ expiresOn }) => formatDay(expiresOn) },
          { header: headers.total, align: 'end', cell: ({ total }) => formatMoney(total) },
          { header: headers.paid, align: 'end', cell: ({ paid }) => formatMoney(paid) },
        ]}
      />
    </Section>
  );
}
