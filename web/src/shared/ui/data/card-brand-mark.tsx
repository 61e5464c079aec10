// The logo of a card brand, on a white plate in both themes. It is decorative, because `method-line.tsx` has the
// name.

import type { ReactNode } from 'react';
import { uiTexts } from '#texts/site/ui';
import { bindClasses } from '../../lib/bind-classes.ts';
import { Icon } from '../actions/icon.tsx';
import styles from './card-brand-mark.module.css';

const css = bindClasses(styles);

type KnownBrand = { name: string; mark: ReactNode };

const word = (text: string, look: string): ReactNode => (
  <span className={css('word', look)}>{text}</span>
);

const circles = (left: string, right: string): ReactNode => (
  <svg viewBox="0 0 30 18" className={css('circles')} aria-hidden="true" focusable="false">
    <circle cx="11" cy="9" r="7.5" className={css(left)} />
    <circle cx="19" cy="9" r="7.5" className={css(right)} />
  </svg>
);

const KNOWN_BRANDS: Record<string, KnownBrand> = {
  visa: { name: 'Visa', mark: word('VISA', 'visa') },
  mastercard: { name: 'Mastercard', mark: circles('red', 'amber') },
  maestro: { name: 'Maestro', mark: circles('red', 'blue') },
  amex: { name: 'American Express', mark: word('AMEX', 'amex') },
  discover: { name: 'Discover', mark: word('DISC', 'discover') },
  diners: { name: 'Diners Club', mark: word('DINERS', 'diners') },
  jcb: { name: 'JCB', mark: word('JCB', 'jcb') },
  unionpay: { name: 'UnionPay', mark: word('UPay', 'unionpay') },
};

/** Processors spell brands differently: 'American Express', 'american_express', 'AMEX'. */
const SPELLINGS: Record<string, string> = {
  americanexpress: 'amex',
  ax: 'amex',
  mc: 'mastercard',
  dinersclub: 'diners',
  chinaunionpay: 'unionpay',
};

type BrandName = string | null | undefined;

function knownBrand(brand: BrandName): KnownBrand | undefined {
  const key = (brand ?? '').toLowerCase().replace(/[^a-z]/g, '');
  return KNOWN_BRANDS[SPELLINGS[key] ?? key];
}

export function cardBrandName(brand: BrandName): string {
  return knownBrand(brand)?.name ?? (brand || uiTexts.card);
}

export function CardBrandMark({ brand }: { brand?: BrandName }) {
  return (
    <span className={css('plate')} aria-hidden="true">
      {knownBrand(brand)?.mark ?? <Icon name="card" size="small" />}
    </span>
  );
}
