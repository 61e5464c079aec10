// Tabs on Radix. Only the selected panel is mounted, unless `keepsMounted` (a hosted payment field loses its
// iframe when it is unmounted).

import { Content, List, Root, Trigger } from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon, type IconName } from '../actions/icon.tsx';
import styles from './tabs.module.css';

const css = bindClasses(styles);

export type Tab<Value extends string> = {
  value: Value;
  label: string;
  icon?: IconName;
  isDisabled?: boolean;
  content: ReactNode;
};

type TabsProps<Value extends string> = {
  label: string;
  tabs: readonly Tab<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  look?: 'segments' | 'line';
  keepsMounted?: boolean;
};

export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  look = 'segments',
  keepsMounted = false,
}: TabsProps<Value>) {
  const choose = (chosen: string): void => {
    const tab = tabs.find((candidate) => candidate.value === chosen);
    if (tab) onValueChange(tab.value);
  };
  return (
    <Root value={value} onValueChange={choose} className={css('tabs')}>
      <List aria-label={label} className={css(look)}>
        {tabs.map((tab) => (
          <Trigger
            key={tab.value}
            value={tab.value}
            disabled={tab.isDisabled ?? false}
            className={css('tab')}
          >
            {tab.icon && <Icon name={tab.icon} />}
            {tab.label}
          </Trigger>
        ))}
      </List>
      {tabs.map((tab) => (
        <Content
          key={tab.value}
          value={tab.value}
          className={css('panel')}
          {...(keepsMounted && { forceMount: true, hidden: tab.value !== value })}
        >
          {tab.content}
        </Content>
      ))}
    </Root>
  );
}
