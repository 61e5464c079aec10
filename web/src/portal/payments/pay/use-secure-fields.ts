/**
 * Mounts the processor's fields and polls their state every second, because not every processor emits events
 * (product §5.4). Exposes the phases loading, ready and failed, and a retry.
 */

import type { Company } from '@quittance/contract/companies/portal-schemas';
import type { RequestId } from '@quittance/contract/ids';
import type { FieldSessionAnswer } from '@quittance/contract/methods/portal-schemas';
import type { ChargeKind } from '@quittance/contract/vocabulary';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useInterval } from '../../../shared/hooks/use-interval.ts';
import { useMediaQuery } from '../../../shared/hooks/use-media-query.ts';
import { FORM_RECHECK_MS } from '../../../shared/lib/timings.ts';
import { DARK_QUERY, readAppearance } from '../../processors/appearance.ts';
import type { FieldName, FormValidity, MethodUse, MountedFields } from '../../processors/fields.ts';
import { loadProcessor } from '../../processors/registry.ts';
import { useAppDispatch } from '../../store/hooks.ts';
import type { AppThunk } from '../../store/root.ts';

/** The ids are fixed, because processors look up their containers by id and only one popup exists at a time. */
export function containerIdFor(kind: ChargeKind): (field: FieldName) => string {
  return (field) => `pay-${kind}-${field}`;
}

export function walletContainerIdFor(kind: ChargeKind): string {
  return `pay-${kind}-wallet`;
}

export type SecureFields = {
  phase: 'loading' | 'ready' | 'failed';
  fields: MountedFields | null;
  validity: FormValidity | null;
  /** The color scheme of frames that cannot switch schemes. */
  fixedScheme: 'light' | 'dark' | null;
  recheck: () => void;
  retry: () => void;
};

export type FieldsContext = {
  company: Pick<Company, 'processor' | 'processorData'>;
  requestId: RequestId | null;
};

type FieldsInput = {
  context: FieldsContext;
  kind: ChargeKind;
  use: MethodUse;
  hasWallet: boolean;
  isOpened: boolean;
};

type MountState = Pick<SecureFields, 'phase' | 'fields' | 'fixedScheme'>;

const LOADING: MountState = { phase: 'loading', fields: null, fixedScheme: null };
const FAILED: MountState = { ...LOADING, phase: 'failed' };

/** Updates the frames without remounting them, because the payer's input exists only in the frames. */
function useAppearance(fields: MountedFields | null): void {
  const isDark = useMediaQuery(DARK_QUERY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors are read again when the scheme changes
  useEffect(() => {
    fields?.setAppearance?.(readAppearance(document.body));
  }, [fields, isDark]);
}

function useMounting(input: FieldsInput, round: number) {
  const { context, kind, use, hasWallet, isOpened } = input;
  const { company, requestId } = context;
  const { processor, processorData: data } = company;
  const dispatch = useAppDispatch();
  const [mounting, setMounting] = useState(LOADING);
  // Mounts run sequentially. A superseded mount would leave its iframes beside those of the next one.
  const earlier = useRef<Promise<void>>(Promise.resolve());

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round mounts afresh, another use does not
  useEffect(() => {
    if (!isOpened) return;
    let isCurrent = true;
    let mounted: MountedFields | null = null;
    setMounting(LOADING);
    const mount = async (): Promise<void> => {
      const [{ mount: mountFields }] = await Promise.all([
        loadProcessor(processor),
        earlier.current,
      ]);
      if (!isCurrent) return;
      const appearance = readAppearance(document.body);
      const openSession = () => dispatch(openFieldSession(requestId));
      mounted = await mountFields({
        kind,
        data,
        use,
        appearance,
        openSession,
        containerId: containerIdFor(kind),
        walletContainerId: hasWallet ? walletContainerIdFor(kind) : null,
      });
      if (!isCurrent) return mounted.unmount();
      const scheme = appearance.isDark ? 'dark' : 'light';
      const fixedScheme = mounted.setAppearance ? null : scheme;
      setMounting({ phase: 'ready', fields: mounted, fixedScheme });
    };
    earlier.current = mount().catch(() => {
      if (isCurrent) setMounting(FAILED);
    });
    return () => {
      isCurrent = false;
      mounted?.unmount();
    };
  }, [processor, data, requestId, kind, isOpened, round]);

  const { fields } = mounting;
  useAppearance(fields);
  const { chargedCents, isSaved } = use;
  useEffect(() => {
    fields?.setUse?.({ chargedCents, isSaved });
  }, [fields, chargedCents, isSaved]);
  return mounting;
}

export function useSecureFields(input: FieldsInput): SecureFields {
  const [round, setRound] = useState(0);
  const [validity, setValidity] = useState<FormValidity | null>(null);
  const { fields, ...mounting } = useMounting(input, round);
  const recheck = useCallback(() => {
    const next = fields?.validity() ?? null;
    setValidity((known) => (JSON.stringify(known) === JSON.stringify(next) ? known : next));
  }, [fields]);
  useEffect(() => {
    recheck();
    return fields?.subscribe(recheck);
  }, [fields, recheck]);
  useInterval(recheck, fields ? FORM_RECHECK_MS : null);

  const retry = (): void => setRound((count) => count + 1);
  return { ...mounting, fields, validity, recheck, retry };
}

/** Sessions for a processor's hosted fields, opened by our server (product §7). Nothing is stored. */
type FieldSession = FieldSessionAnswer['session'];

/**
 * Opens a session for paying a request or, without a request, for saving a method. Returns null if it could not be
 * opened; the form then shows that nothing was charged.
 */
function openFieldSession(requestId: RequestId | null): AppThunk<Promise<FieldSession | null>> {
  return async (_dispatch, _getState, { api }) => {
    const opened = requestId
      ? await api.call('openFields', { params: { id: requestId } })
      : await api.call('openMethodFields', {});
    return opened.isOk ? opened.answer.session : null;
  };
}
