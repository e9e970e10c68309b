// The service worker. It stores all files of this version, and serves them from the cache. A new
// version is fetched as a whole, and becomes active once no page of the old version is open. So
// files of two versions are never mixed. Requests to the engine of a server pass through.

const FILES = __FILES__;
const CACHE = 'ndoku-__VERSION__';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })))),
  );
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('ndoku-') && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  // The page is the same for all queries. Other addresses of the server are not.
  const page = new URL('./', self.location.href).pathname;
  const wanted = pathname === page || pathname === `${page}index.html` ? './' : request;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(wanted, { ignoreVary: true }))
      .then((found) => found ?? fetch(request)),
  );
});
