// Search over customers, invoices and payments, and the most used actions, from every page: by its button, `/` or
// Ctrl-K.

import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLatest } from '../../shared/hooks/use-latest.ts';
import { useTimeout } from '../../shared/hooks/use-timeout.ts';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { PRELOAD_AFTER_MS } from '../../shared/lib/timings.ts';
import { Icon } from '../../shared/ui/actions/icon.tsx';
import { useCan } from '../api/session-context.ts';
import { useRead } from '../api/use-read.ts';
import { formatMoney, useMoments } from '../format.ts';
import { Finder, useSearch } from '../forms/finder.tsx';
import { usePaths } from '../paths.ts';
import { toName } from '../records/names.ts';
import { DialogOnDemand, loadDialog } from '../shell/dialog-on-demand.tsx';
import { useNavItems } from '../shell/nav-items.ts';
import { recordTexts } from '../texts/records.ts';
import { searchTexts, shellTexts } from '../texts/shell.ts';
import styles from './quick-search.module.css';

const css = bindClasses(styles);

export function QuickSearch() {
  const [isOpen, setIsOpen] = useState(false);
  useSearchKeys(() => setIsOpen(true));
  // Before the key is pressed, so that what is typed after it is not lost.
  useTimeout(() => void loadDialog().catch(() => {}), PRELOAD_AFTER_MS);
  return (
    <>
      <button type="button" className={css('opener')} onClick={() => setIsOpen(true)}>
        <Icon name="search" size="small" />
        <span className={css('label')}>{searchTexts.open}</span>
        <kbd className={css('key')}>/</kbd>
      </button>
      {isOpen && <SearchDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

const FIELDS = ':is(input,textarea,select,[contenteditable])';

function useSearchKeys(onOpen: () => void): void {
  const latest = useLatest(onOpen);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.matches(FIELDS);
      const hasControl = event.ctrlKey || event.metaKey;
      const isMeant = hasControl ? event.key === 'k' : event.key === '/' && !isTyping;
      // A dialog, such as one that confirms a refund, must not be covered.
      if (!isMeant || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [latest]);
}

const focusInput = (frame: HTMLDivElement | null): void => frame?.querySelector('input')?.focus();

function SearchDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const search = useSearch();
  const found = useFound(search);
  return (
    <DialogOnDemand isOpen size="medium" title={searchTexts.title} onClose={onClose}>
      <div ref={focusInput} className={css('finder')}>
        <Finder
          search={search}
          texts={searchTexts}
          error={undefined}
          found={found}
          nameOf={({ title, text }) => ({ title, text })}
          onChoose={({ href }) => {
            onClose();
            void navigate(href);
          }}
        />
      </div>
    </DialogOnDemand>
  );
}

const SHOWN = 5;

type Place = { id: string; title: string; text: string; href: string };

/** Undefined until the last list has responded, so that the results do not move under the pointer. */
function useFound({ search, isNeeded }: ReturnType<typeof useSearch>): Place[] | undefined {
  const paths = usePaths();
  const { moment } = useMoments();
  const places = usePlaces();
  const input = { query: { search, limit: SHOWN } };
  const customers = useRead('listCustomers', input, { isNeeded });
  const invoices = useRead('listInvoices', input, { isNeeded });
  const payments = useRead('listPayments', input, { isNeeded });
  const isReading = [customers, invoices, payments].some((read) => read.isReading);
  if (isReading || !customers.answer || !invoices.answer || !payments.answer) return undefined;
  const typed = search.toLowerCase();
  return [
    ...places.filter(({ title }) => title.toLowerCase().includes(typed)),
    ...customers.answer.data.map((customer) => ({
      id: customer.id,
      title: toName(customer),
      text: [searchTexts.customer, customer.customerRef, customer.email]
        .filter(Boolean)
        .join(' · '),
      href: paths.customer(customer.id),
    })),
    ...invoices.answer.data.map(({ id, accountRef, customerName, balance }) => ({
      id,
      title: searchTexts.invoice(accountRef),
      text: [customerName, searchTexts.due(formatMoney(balance))].join(' · '),
      href: paths.invoice(id),
    })),
    ...payments.answer.data.map(({ id, amount, customerName, state, createdAt }) => ({
      id,
      title: searchTexts.payment(formatMoney(amount)),
      text: [customerName, recordTexts.paymentStates[state], moment(createdAt)].join(' · '),
      href: paths.payment(id),
    })),
  ];
}

/** Pages and actions of the member's role. */
function usePlaces(): Place[] {
  const paths = usePaths();
  const can = useCan();
  const pages = useNavItems().map(({ name, label, href }) => ({
    id: name,
    title: label,
    text: searchTexts.page,
    href,
  }));
  const action = { text: searchTexts.action };
  const write = can('write')
    ? [{ ...action, id: 'new-invoice', title: searchTexts.newInvoice, href: paths.newInvoice }]
    : [];
  return [...write, ...pages.filter(({ title }) => title !== shellTexts.pages.settings)];
}
