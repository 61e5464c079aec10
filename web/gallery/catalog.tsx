// The catalog of UI states: the gallery renders it, and the page carries its index as JSON for scripts.

import type { CatalogEntry } from './catalog-entry.ts';
import { CHOICES } from './choices.tsx';
import { COMPANIES } from './companies.ts';
import { CONTROLS } from './controls.tsx';
import { DISPLAY } from './display.tsx';
import { FEEDBACK } from './feedback.tsx';
import { FOUNDATIONS } from './foundations.tsx';
import { POPUPS } from './popups.tsx';

export const CATALOG: readonly { title: string; entries: readonly CatalogEntry[] }[] = [
  { title: 'Foundations', entries: FOUNDATIONS },
  { title: 'Controls', entries: CONTROLS },
  { title: 'Choices', entries: CHOICES },
  { title: 'Display', entries: DISPLAY },
  { title: 'Feedback', entries: FEEDBACK },
  { title: 'Popups', entries: POPUPS },
];

/** The content of `<script type="application/json" id="catalog">`. */
export type CatalogIndex = {
  brands: string[];
  states: { id: string; group: string; title: string; url: string; isOverlay: boolean }[];
};

export function catalogIndex(): CatalogIndex {
  const states = CATALOG.flatMap(({ title: group, entries }) =>
    entries.map(({ id, title, isOverlay = false }) => ({
      id,
      group,
      title,
      url: `?state=${id}`,
      isOverlay,
    })),
  );
  return { brands: COMPANIES.map(({ key }) => key), states };
}

export function findEntry(id: string | null): CatalogEntry | undefined {
  return CATALOG.flatMap(({ entries }) => entries).find((entry) => entry.id === id);
}
