import { z } from 'zod';

/** The stored session of a login: the cookie jar, and the connector's own string where it made one. */
export const sessionShape = z.object({ cookies: z.string(), session: z.string().nullable() });
