/**
 * Keeps the page of Pasar and the scripts that it loads, so that a reload without a network shows Pasar instead of the
 * browser's error page. It keeps no answer of the API, and asks the network for the page first, so that a new build is
 * used at once.
 */
const SHELL = 'pasar-shell';
const PAGE = '/';

/** The page as the server has it now. The scripts of another build are forgotten with its page. */
async function fetchPage(request) {
  const answer = await fetch(request);
  if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html')) await keepPage(answer.clone());
  return answer;
}

async function keepPage(answer) {
  const cache = await caches.open(SHELL);
  const kept = await cache.match(PAGE);
  const [before, now] = await Promise.all([kept?.text(), answer.clone().text()]);
  if (before === now) return;
  for (const request of await cache.keys()) await cache.delete(request);
  await cache.put(PAGE, answer);
}

async function keptPage() {
  return (await caches.match(PAGE)) ?? Response.error();
}

/** A script or style. Its name contains a hash of its content, so a kept file is never out of date. */
async function fetchAsset(request) {
  const kept = await caches.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}

addEventListener('install', (event) => {
  skipWaiting();
  event.waitUntil(fetchPage(PAGE));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin || request.method !== 'GET') return;
  if (pathname.startsWith('/assets/')) event.respondWith(fetchAsset(request));
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/')) {
    event.respondWith(fetchPage(request).catch(keptPage));
  }
});
