import { z } from 'zod';

const refused = z.object({ reason: z.string() });

/**
 * Why the file at the address cannot be had, in the server's words, which may be none; null where it can. The window
 * would otherwise leave the page for the refusal. The answer is not read further than its head.
 */
export async function exportProblem(address: string): Promise<string | null> {
  const head = new AbortController();
  try {
    const response = await fetch(address, { signal: head.signal });
    if (response.ok) return null;
    const body: unknown = await response.json().catch(() => null);
    return refused.safeParse(body).data?.reason ?? '';
  } catch {
    return '';
  } finally {
    head.abort();
  }
}
