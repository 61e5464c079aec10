// The addresses of the places service: about three hundred, generated deterministically from invented streets and
// real towns. The search is in places.ts.

export type Place = {
  id: string;
  number: string;
  street: string;
  unit: string | null;
  city: string;
  state: string;
  stateName: string;
  postalCode: string;
};

/* biome-ignore format: a table is read in rows */
const TOWNS = [
  ['Portland', 'ME', 'Maine', '04101'], ['Albany', 'NY', 'New York', '12207'],
  ['Trenton', 'NJ', 'New Jersey', '08608'], ['Dover', 'DE', 'Delaware', '19901'],
  ['Richmond', 'VA', 'Virginia', '23219'], ['Raleigh', 'NC', 'North Carolina', '27601'],
  ['Savannah', 'GA', 'Georgia', '31401'], ['Tampa', 'FL', 'Florida', '33602'],
  ['Mobile', 'AL', 'Alabama', '36602'], ['Memphis', 'TN', 'Tennessee', '38103'],
  ['Columbus', 'OH', 'Ohio', '43215'], ['Madison', 'WI', 'Wisconsin', '53703'],
  ['Springfield', 'IL', 'Illinois', '62701'], ['Des Moines', 'IA', 'Iowa', '50309'],
  ['Omaha', 'NE', 'Nebraska', '68102'], ['Tulsa', 'OK', 'Oklahoma', '74103'],
  ['Austin', 'TX', 'Texas', '78701'], ['Denver', 'CO', 'Colorado', '80202'],
  ['Boise', 'ID', 'Idaho', '83702'], ['Phoenix', 'AZ', 'Arizona', '85003'],
  ['Sacramento', 'CA', 'California', '95814'], ['Salem', 'OR', 'Oregon', '97301'],
  ['Tacoma', 'WA', 'Washington', '98402'], ['Juneau', 'AK', 'Alaska', '99801'],
  ['Honolulu', 'HI', 'Hawaii', '96813'],
] as const;

const STREETS = [
  'Quittance Avenue',
  'Lantern Street',
  'Old Ferry Road',
  'Juniper Lane',
  'Millwright Drive',
  'Commercial Street',
  'Harborview Terrace',
  'Copper Kettle Court',
  'Sandbox Way',
  'Meadowlark Boulevard',
  'Third Street',
  'Lighthouse Place',
] as const;

export const PLACES: readonly Place[] = TOWNS.flatMap(
  ([city, state, stateName, postalCode], town) =>
    STREETS.map((street, index) => ({
      id: `sandbox-${state.toLowerCase()}-${index + 1}`,
      number: String(100 + ((town * 37 + index * 113) % 900)),
      street,
      unit: index % 3 === 0 ? `${index + 1}${'ABCD'.charAt(town % 4)}` : null,
      city,
      state,
      stateName,
      postalCode,
    })),
);

export function toLine({ number, street, unit }: Place): string {
  return unit ? `${number} ${street} #${unit}` : `${number} ${street}`;
}

export function toTown({ city, state }: Place): string {
  return `${city}, ${state}, USA`;
}

export function formatPlace(place: Place): string {
  const { city, state, postalCode } = place;
  return `${toLine(place)}, ${city}, ${state} ${postalCode}, USA`;
}
