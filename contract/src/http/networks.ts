/** Address ranges from which staff or an API key may call (R47). */
import { z } from 'zod';

const FORMS = [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()];
const NETWORKS_MAX = 50;

const networkSchema = z
  .string()
  .refine(
    (text) => FORMS.some((form) => form.safeParse(text).success),
    'An address or a range such as 203.0.113.0/24 or 2001:db8::/32',
  );

export const networksSchema = z.array(networkSchema).max(NETWORKS_MAX);
