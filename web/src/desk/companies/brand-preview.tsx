// A part of the payer's page in the typed colors, light and dark. The palette is computed in the same way as on the
// server.

import type { BrandPalette } from '@quittance/domain/brand/brand-palette';
import type { CSSProperties } from 'react';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Logo } from '../../shared/theme/logo.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { brandTexts } from '../texts/settings.ts';
import styles from './brand-preview.module.css';

const css = bindClasses(styles);

type BrandPreviewProps = { name: string; logoUrl: string | null; palette: BrandPalette };

const THEMES = ['light', 'dark'] as const;

/** Returns the tokens themselves, because the page's tokens are resolved at its root for the page's own palette. */
export function toTokens(palette: BrandPalette, theme: 'light' | 'dark'): CSSProperties {
  const tokens = Object.entries(palette[theme]).map(([name, value]) => [`--${name}`, value]);
  return { colorScheme: theme, ...Object.fromEntries(tokens) };
}

export function BrandPreview({ name, logoUrl, palette }: BrandPreviewProps) {
  return (
    <div className={css('pair')}>
      {THEMES.map((theme) => (
        <figure key={theme} className={css('figure')}>
          <figcaption>
            <Text size="small" tone="subtle">
              {brandTexts[theme]}
            </Text>
          </figcaption>
          <div className={css('page')} style={toTokens(palette, theme)}>
            <div className={css('bar')}>
              <Logo name={name || brandTexts.name} logoUrl={logoUrl} size="small" />
              <strong className={css('name')}>{name}</strong>
            </div>
            <div className={css('card')}>
              <span className={css('muted')}>{brandTexts.sampleInvoice}</span>
              <strong className={css('amount')}>{brandTexts.sampleAmount}</strong>
              <span className={css('muted')}>{brandTexts.sampleDue}</span>
              <span className={css('button')}>{brandTexts.samplePay}</span>
              <span className={css('link')}>{brandTexts.sampleLink}</span>
            </div>
          </div>
        </figure>
      ))}
    </div>
  );
}
