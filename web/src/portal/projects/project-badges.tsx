// Status badges of projects and estimates (product §4.3, §4.4).

import type { EstimateStatus, ProjectStatus } from '@quittance/contract/vocabulary';
import { ESTIMATE_STATUS_LABELS, PROJECT_STATUS_LABELS } from '#texts/shared/labels';
import { Badge } from '../../shared/ui/text/badge.tsx';
import type { Tone } from '../../shared/ui/text/tone-class.ts';

const PROJECT_TONES = {
  Draft: 'neutral',
  Open: 'info',
  'In Progress': 'warning',
  Closed: 'success',
  Canceled: 'neutral',
} as const satisfies Record<ProjectStatus, Tone>;

const ESTIMATE_TONES = {
  Draft: 'neutral',
  Open: 'info',
  'Pending billing': 'info',
  Processed: 'success',
  Expired: 'neutral',
  Canceled: 'neutral',
} as const satisfies Record<EstimateStatus, Tone>;

export function ProjectBadge({ status }: { status: ProjectStatus }) {
  return <Badge tone={PROJECT_TONES[status]} label={PROJECT_STATUS_LABELS[status]} />;
}

export function EstimateBadge({ status }: { status: EstimateStatus }) {
  return <Badge tone={ESTIMATE_TONES[status]} label={ESTIMATE_STATUS_LABELS[status]} />;
}
