/* Keeps the pad for where there is no network. The house says before this what, and its version. */

const worker = /** @type {any} */ (self);
/** @type {{KEPT: string[], VERSION: string, LANGUAGES: string[]}} */
const { KEPT, VERSION, LANGUAGES } = worker;
const CACHE = `tirelire-pad-${VERSION}`;
const LANG = new URL(location.href).searchParams.get('lang') ?? '';
/** The address of the pad in a language, or else in the first of the house. @param {string} lang */
const pageIn = (lang) => `/pad?lang=${LANGUAGES.includes(lang) ? lang : LANGUAGES[0]}`;
const PATIENCE = 3000;

worker.addEventListener('install', (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    // Without cookies: asking for a page in another language must not change the reader's own.
    await cache.addAll([...KEPT, ...LANGUAGES.map(pageIn)].map((path) => new Request(path, { credentials: 'omit', cache: 'no-cache' })));
    await worker.skipWaiting();
  })());
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil((async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith('tirelire-pad-') && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await worker.clients.claim();
  })());
});

/** The page from the house if it answers soon, else the one that was kept. @param {Request} request */
async function page(request) {
  const cache = await caches.open(CACHE);
  const lang = new URL(request.url).searchParams.get('lang') ?? LANG;
  const kept = await cache.match(pageIn(lang));
  const late = new Promise((_, reject) => { setTimeout(reject, PATIENCE, new Error('late')); });
  try {
    const answer = await (kept ? Promise.race([fetch(request), late]) : fetch(request));
    return answer.ok || !kept ? answer : kept;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname === '/pad') event.respondWith(page(event.request));
  else if (KEPT.includes(url.pathname)) {
    event.respondWith(caches.match(url.pathname).then((kept) => kept ?? fetch(event.request)));
  }
});
