export const ERROR_FAMILIES = ['request', 'access', 'state', 'processor', 'ours'] as const;
export type ErrorFamily = (typeof ERROR_FAMILIES)[number];

export type CatalogEntry = { status: number; message: string; family: ErrorFamily };

const toEntry =
  (family: ErrorFamily) =>
  (status: number, message: string): CatalogEntry => ({ status, message, family });

export const requestError = toEntry('request');
export const accessError = toEntry('access');
export const stateError = toEntry('state');
export const processorError = toEntry('processor');
export const serverError = toEntry('ours');

export const notFound = (thing: string): CatalogEntry =>
  accessError(404, `This ${thing} wasn't found in our system.`);

export const alreadyUsed = (thing: string): CatalogEntry =>
  requestError(
    409,
    `This ${thing} reference number is already in use. Please enter another and try again.`,
  );
