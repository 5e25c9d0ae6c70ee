/** From the next load on, a reload without a network shows Pasar's own page: see `public/sw.js`. */
export async function keepShell(): Promise<void> {
  // Browsers have service workers only where the page came by https, or from this machine.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // A private window may refuse to register one. Pasar works without it.
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
}
