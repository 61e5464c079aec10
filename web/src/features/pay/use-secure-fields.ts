/**
 * Mounts the processor's fields into the form and keeps asking how they stand (product §5.4: every
 * second, because a foreign frame does not tell by itself). Gives the phases loading, ready, failed
 * and a way to try again; what the fields mean is decided in form-rules.ts.
 */
import type { Company } from '@quittance/contract/company';
import { useCallback, useEffect, useState } from 'react';
import { FORM_RECHECK_MS } from '../../lib/timings.ts';
import { useInterval } from '../../lib/use-interval.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { readAppearance } from '../../processors/appearance.ts';
import type { CardField, FormValidity, MountedFields } from '../../processors/fields.ts';
import { loadProcessor } from '../../processors/registry.ts';

/** Fixed, because processors look their containers up by selector; only one popup exists at a time. */
export const FIELD_CONTAINERS: Record<CardField, string> = {
  cardHolder: 'pay-card-holder',
  cardNumber: 'pay-card-number',
  expiry: 'pay-card-expiry',
  cvc: 'pay-card-cvc',
};

export type SecureFields = {
  phase: 'loading' | 'ready' | 'failed';
  fields: MountedFields | null;
  validity: FormValidity | null;
  recheck: () => void;
  retry: () => void;
};

type Mounting = { phase: SecureFields['phase']; fields: MountedFields | null };

const LOADING: Mounting = { phase: 'loading', fields: null };

export function useSecureFields({
  processor,
  processorData,
}: Pick<Company, 'processor' | 'processorData'>): SecureFields {
  const [mounting, setMounting] = useState(LOADING);
  const [validity, setValidity] = useState<FormValidity | null>(null);
  const [round, setRound] = useState(0);
  // The frames cannot follow a change of theme; fields in the old colours would be unreadable.
  const isDark = useMediaQuery('(prefers-color-scheme: dark)');

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round or theme mounts afresh
  useEffect(() => {
    let isCurrent = true;
    let mounted: MountedFields | null = null;
    setMounting(LOADING);
    setValidity(null);
    const mount = async (): Promise<void> => {
      const { mount: mountFields } = await loadProcessor(processor);
      if (!isCurrent) return;
      const appearance = readAppearance(document.body);
      const request = { data: processorData, containers: FIELD_CONTAINERS, appearance };
      mounted = await mountFields(request);
      if (isCurrent) setMounting({ phase: 'ready', fields: mounted });
      else mounted.unmount();
    };
    mount().catch(() => {
      if (isCurrent) setMounting({ phase: 'failed', fields: null });
    });
    return () => {
      isCurrent = false;
      mounted?.unmount();
    };
  }, [processor, processorData, round, isDark]);

  const { phase, fields } = mounting;
  const recheck = useCallback(() => {
    const next = fields?.validity() ?? null;
    setValidity((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
  }, [fields]);
  useEffect(() => {
    recheck();
    return fields?.subscribe(recheck);
  }, [fields, recheck]);
  useInterval(recheck, fields ? FORM_RECHECK_MS : null);

  return { phase, fields, validity, recheck, retry: () => setRound((count) => count + 1) };
}
