/** The address search, and the missing part of a chosen address (product §5.7). */
export const addressTexts = {
  label: 'Dirección',
  noMatch: 'Ninguna dirección coincide. Revise la ortografía o complete los campos de abajo.',
  unavailable: 'En este momento no se pueden buscar direcciones. Complete los campos de abajo.',
  choose: 'Elija una dirección de la lista o complete los campos de abajo.',
  errors: {
    ERROR_COUNTRY: 'A esta dirección le falta el país. Elija una en los Estados Unidos.',
    ERROR_CITY: 'A esta dirección le falta la ciudad. Elija una más específica.',
    ERROR_STATE: 'A esta dirección le falta el estado. Elija una más específica.',
    ERROR_ADDRESS: 'A esta dirección le falta la calle. Elija una más específica.',
    ERROR_FORMATTED_ADDRESS: 'Esta dirección está incompleta. Elija otra.',
    ERROR_POSTAL_CODE: 'A esta dirección le falta el código postal. Elija una más específica.',
    ERROR_STREET_NUMBER: 'A esta dirección le falta el número. Elija una más específica.',
    ERROR_UNIT: 'Agregue el número de unidad, si lo hay.',
    ERROR_STREET: 'A esta dirección le falta la calle. Elija una más específica.',
  },
} satisfies typeof import('../../en/account/address.ts').addressTexts;
