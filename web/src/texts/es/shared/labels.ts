/** The labels of product §4, shared with the server. */
export * from '@quittance/contract/texts/es/labels';
