/** Statement lines and history entries, with the same wording as in the documents. */
export { historyTitle } from '@quittance/domain/texts/en/history';
export { statementKinds } from '@quittance/domain/texts/en/statement';
