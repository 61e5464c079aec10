// The states of projects, estimates, partial requests and contracts as badges.

import type { ProviderPartialRequest } from '@quittance/contract/projects/partial-request-schemas';
import type { ContractStatus, EstimateStatus, ProjectStatus } from '@quittance/contract/vocabulary';
import { Badge } from '../../shared/ui/text/badge.tsx';
import type { Tone } from '../../shared/ui/text/tone-class.ts';
import { projectsTexts } from '../texts/projects.ts';

const PROJECT_TONES = {
  Draft: 'neutral',
  Open: 'info',
  'In Progress': 'info',
  Closed: 'success',
  Canceled: 'neutral',
} as const satisfies Record<ProjectStatus, Tone>;

export function ProjectBadge({ status }: { status: ProjectStatus }) {
  return <Badge tone={PROJECT_TONES[status]} label={status} />;
}

const REQUEST_TONES = {
  OPEN: 'info',
  PROCESSING: 'warning',
  PAID: 'success',
  CANCELED: 'neutral',
} as const satisfies Record<ProviderPartialRequest['state'], Tone>;

export function RequestBadge({ state }: { state: ProviderPartialRequest['state'] }) {
  return <Badge tone={REQUEST_TONES[state]} label={projectsTexts.requestStates[state]} />;
}

const ESTIMATE_TONES: Partial<Record<EstimateStatus, Tone>> = {
  Open: 'info',
  'Pending billing': 'warning',
  Processed: 'success',
  Expired: 'danger',
};

export function EstimateBadge({ status }: { status: EstimateStatus }) {
  return <Badge tone={ESTIMATE_TONES[status] ?? 'neutral'} label={status} />;
}

const CONTRACT_TONES: Partial<Record<ContractStatus, Tone>> = {
  Active: 'info',
  'Paid Off': 'success',
  Delinquent: 'danger',
  Accelerated: 'warning',
  'Charged Off': 'danger',
};

export function ContractBadge({ status }: { status: ContractStatus }) {
  return <Badge tone={CONTRACT_TONES[status] ?? 'neutral'} label={status} />;
}
