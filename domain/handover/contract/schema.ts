import { z } from 'zod';

/** A hand-over that waits; without an address it is a code. Times are ISO 8601. */
export const openHandover = z.strictObject({
  email: z.string().nullable(),
  createdAt: z.string(),
  expiresAt: z.string(),
});

export type OpenHandover = z.infer<typeof openHandover>;

/** An item that was handed over: its name as it was then, and when (ISO 8601). */
export const handedOverItem = z.strictObject({ id: z.string(), name: z.string(), at: z.string() });

export type HandedOverItem = z.infer<typeof handedOverItem>;
