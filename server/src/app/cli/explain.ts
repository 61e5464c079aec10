/** The code and the message of an error that ended a command. Loaded only after an error. */
import { ERRORS } from '@quittance/contract/errors';
import { DrizzleQueryError } from 'drizzle-orm/errors';
import { ZodError } from 'zod';
import { AppError } from '../../kernel/errors.ts';
import { isDatabaseOutage } from '../../platform/database/database-outage.ts';
import { toFieldMessage } from '../../platform/http/field-message.ts';
import { OrderRefused } from '../order-refused.ts';

/** An error of a statement has the whole SQL as its message, and what Postgres said as its cause. */
function toMessage(error: unknown): string {
  if (error instanceof DrizzleQueryError && error.cause) return error.cause.message;
  return error instanceof Error ? error.message : String(error);
}

/** A field is its path, or its name with a message. */
const toFieldText = (field: unknown) =>
  typeof field === 'object' && field !== null ? Object.values(field).join(': ') : String(field);

export function explain(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) {
    const { fields } = error.extras.details ?? {};
    const which = Array.isArray(fields) ? ` (${fields.map(toFieldText).join(', ')})` : '';
    const said = error.extras.responseMessage ?? ERRORS[error.code].message;
    return { code: error.code, message: `${said}${which}` };
  }
  if (error instanceof ZodError) {
    const said = error.issues.map(({ path, ...issue }) => {
      const message = toFieldMessage({
        keyword: issue.code,
        message: issue.message,
        params: issue,
      });
      return [...(path.length > 0 ? [path.join('.')] : []), message].join(': ');
    });
    return { code: 'INVALID_REQUEST', message: said.join('; ') };
  }
  if (error instanceof OrderRefused) return { code: 'REFUSED', message: error.message };
  if (isDatabaseOutage(error)) {
    const message = `The database cannot be used now. ${toMessage(error)}`.trim();
    return { code: 'DATABASE_UNAVAILABLE', message };
  }
  return { code: 'FAILED', message: toMessage(error) };
}
