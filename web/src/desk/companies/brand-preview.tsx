// The payer's page in the typed colors, light and dark, made of the components of that page. The palette is computed
// in the same way as on the server.

import { cents } from '@quittance/contract/money';
import type { BrandPalette } from '@quittance/domain/brand/brand-palette';
import type { CSSProperties } from 'react';
import { requestTexts } from '#texts/payment/request';
import { bindClasses } from '../../shared/lib/bind-classes.ts';
import { Logo } from '../../shared/theme/logo.tsx';
import { Button } from '../../shared/ui/actions/button.tsx';
import { SummaryList } from '../../shared/ui/data/summary-list.tsx';
import { Card } from '../../shared/ui/layout/card.tsx';
import { Stack } from '../../shared/ui/layout/stack.tsx';
import { Heading } from '../../shared/ui/text/heading.tsx';
import { Money } from '../../shared/ui/text/money.tsx';
import { Text } from '../../shared/ui/text/text.tsx';
import { formatMoney } from '../format.ts';
import { brandTexts } from '../texts/settings.ts';
import styles from './brand-preview.module.css';

const css = bindClasses(styles);

type BrandPreviewProps = { name: string; logoUrl: string | null; palette: BrandPalette };

const SAMPLE_AMOUNT = formatMoney(cents(24_000));

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
          {/* Nothing in the preview can be pressed or focused. */}
          <div className={css('page')} style={toTokens(palette, theme)} inert>
            <div className={css('bar')}>
              <Logo name={name || brandTexts.name} logoUrl={logoUrl} size="small" />
              <strong className={css('name')}>{name}</strong>
            </div>
            <div className={css('content')}>
              <Heading level={3}>{brandTexts.sampleProduct}</Heading>
              <Card>
                <Stack gap={5}>
                  <div>
                    <Text tone="muted">{requestTexts.amountDue}</Text>
                    <Money text={SAMPLE_AMOUNT} size="hero" />
                    <Text tone="muted">{brandTexts.sampleDue}</Text>
                  </div>
                  <Button size="large" isWide>
                    {requestTexts.payNow}
                  </Button>
                  <SummaryList look="tight" rows={brandTexts.sampleFacts} />
                </Stack>
              </Card>
            </div>
          </div>
        </figure>
      ))}
    </div>
  );
}
