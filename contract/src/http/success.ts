import { z } from 'zod';

export const successSchema = z.object({ success: z.literal(true) });

export function success<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ success: z.literal(true), ...shape });
}
