/** Address suggestions: predictions for typed text, and the components of the selected address. */
import { z } from 'zod';
import type { Address } from './address.ts';

export const predictionSchema = z.object({
  place_id: z.string().max(300),
  description: z.string(),
  structured_formatting: z.object({ main_text: z.string(), secondary_text: z.string() }),
});
export type Prediction = z.infer<typeof predictionSchema>;

export const placeSchema = z.object({
  formatted_address: z.string(),
  address_components: z.array(
    z.object({ long_name: z.string(), short_name: z.string(), types: z.array(z.string()) }),
  ),
});
export type Place = z.infer<typeof placeSchema>;

/** The result may be incomplete; `readAddress` checks it. */
export function toParts({ formatted_address, address_components }: Place): Partial<Address> {
  const find = (...types: string[]) =>
    address_components.find((component) => component.types.some((type) => types.includes(type)));
  const route = find('route')?.long_name;
  const parts: Partial<Record<keyof Address, string | undefined>> = {
    country: find('country')?.short_name,
    city: find('locality', 'postal_town', 'sublocality')?.long_name,
    state: find('administrative_area_level_1')?.short_name,
    address: route,
    formatted_address,
    postalCode: find('postal_code')?.long_name,
    streetNumber: find('street_number')?.long_name,
    unit: find('subpremise')?.long_name,
    street: route,
  };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part));
}
