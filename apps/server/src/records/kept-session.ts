import { z } from 'zod';

/** What a login keeps of its session: the jar, and the connector's own string where it made one. */
export const sessionShape = z.object({ cookies: z.string(), session: z.string().nullable() });
