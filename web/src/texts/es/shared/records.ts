/** Lines of statements and entries of histories, as the documents say them. */
export { historyTitle } from '@quittance/domain/texts/es/history';
export { statementKinds } from '@quittance/domain/texts/es/statement';
