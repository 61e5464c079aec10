/** The labels of product §4, as on the server. */
export * from '@quittance/contract/texts/es/labels';
