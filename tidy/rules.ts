// The whole style guide that no linter knows, in one list. tidy.test.ts runs it.
import type { Rule } from './rule.ts';
import { COVERAGE } from './rules/coverage.ts';
import { SERVER_DIRECTIONS, WEB_DIRECTIONS, WORKSPACE_DIRECTIONS } from './rules/directions.ts';
import { DECISIONS, UNUSED_FILES } from './rules/loose-ends.ts';
import { CENTS, CHANCE, CLOCK, ENVIRONMENT, WAITING_AND_NETWORK } from './rules/seams.ts';
import { FILE_LENGTH, FUNCTION_LENGTH, NAMES, PARAMETERS } from './rules/sizes.ts';
import { FORMATS, TEXTS } from './rules/texts.ts';
import {
  COLOURS,
  CONSOLE,
  NOTES_TO_SELF,
  ONE_MACHINE_ONLY,
  OPENING,
  REASONS,
} from './rules/words.ts';

export const RULES: readonly Rule[] = [
  FUNCTION_LENGTH,
  FILE_LENGTH,
  PARAMETERS,
  NAMES,
  OPENING,
  WORKSPACE_DIRECTIONS,
  SERVER_DIRECTIONS,
  WEB_DIRECTIONS,
  ENVIRONMENT,
  CLOCK,
  CHANCE,
  WAITING_AND_NETWORK,
  CENTS,
  REASONS,
  CONSOLE,
  NOTES_TO_SELF,
  ONE_MACHINE_ONLY,
  COLOURS,
  TEXTS,
  FORMATS,
  UNUSED_FILES,
  DECISIONS,
  COVERAGE,
];
