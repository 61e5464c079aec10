// The two records of an account, each at its own address.

import type { ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router';
import { recordTexts } from '#texts/account/statement';
import { hrefTo, PORTAL_PAGES } from '../../../shared/lib/paths.ts';
import { Tabs } from '../../../shared/ui/overlay/tabs.tsx';

type RecordName = 'statement' | 'history';

export function RecordTabs({ shown, children }: { shown: RecordName; children: ReactNode }) {
  const { company = '' } = useParams();
  const navigate = useNavigate();
  const tab = (value: RecordName) => ({
    value,
    label: recordTexts[value],
    content: value === shown ? children : null,
  });
  return (
    <Tabs
      look="line"
      label={recordTexts.tabs}
      tabs={[tab('statement'), tab('history')]}
      value={shown}
      onValueChange={(value) => void navigate(hrefTo(PORTAL_PAGES[value], { company }))}
    />
  );
}
