// Every rule of the style guide that no linter checks. `tidy.test.ts` runs this list.
import type { Rule } from './rule.ts';
import {
  COLORS,
  LEFTOVER_NOTES,
  LITERAL_SPREADS,
  MACHINE_PATHS,
  REASONS,
} from './rules/content.ts';
import { COVERAGE } from './rules/coverage.ts';
import { DECISIONS } from './rules/decisions.ts';
import { DEPENDENCIES } from './rules/dependencies.ts';
import { FOLDER_CYCLES, MODULE_ORDER } from './rules/directions.ts';
import { FIRST_VIEW } from './rules/first-view.ts';
import { LINKS } from './rules/links.ts';
import { MIGRATION_LOCKS, MIGRATIONS } from './rules/migrations.ts';
import { RETIRED_WORDS } from './rules/retired-words.ts';
import {
  CENTS,
  CLOCK,
  ENVIRONMENT,
  ONE_WRITER,
  RANDOMNESS,
  WAITING_AND_NETWORK,
} from './rules/seams.ts';
import { STORED_DATA } from './rules/stored-data.ts';
import { TABLE_OWNERS } from './rules/table-owners.ts';
import { API_DESCRIPTIONS, FORMATS, SHARED_TEXTS, TEXTS } from './rules/texts.ts';
import { HEADLESS_COMMENTS, OF_NAMES, VAGUE_NAMES } from './rules/vague-names.ts';
import { WORKFLOWS } from './rules/workflows.ts';
import { WORKSPACE_DIRECTIONS } from './rules/workspace-directions.ts';

export const RULES: readonly Rule[] = [
  VAGUE_NAMES,
  OF_NAMES,
  HEADLESS_COMMENTS,
  RETIRED_WORDS,
  WORKSPACE_DIRECTIONS,
  MODULE_ORDER,
  FOLDER_CYCLES,
  FIRST_VIEW,
  ENVIRONMENT,
  CLOCK,
  RANDOMNESS,
  WAITING_AND_NETWORK,
  CENTS,
  ONE_WRITER,
  TABLE_OWNERS,
  REASONS,
  LEFTOVER_NOTES,
  LITERAL_SPREADS,
  MACHINE_PATHS,
  COLORS,
  TEXTS,
  SHARED_TEXTS,
  FORMATS,
  API_DESCRIPTIONS,
  DECISIONS,
  DEPENDENCIES,
  COVERAGE,
  LINKS,
  WORKFLOWS,
  MIGRATIONS,
  MIGRATION_LOCKS,
  STORED_DATA,
];
