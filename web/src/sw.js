// The service worker: keeps all files of this version, and answers from them first. A new version is fetched as a whole, and takes over once no page of the old one
// is open, so that files of two versions never meet. Requests to an engine on a server are none of its business.

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
  // Whatever query the page is opened with, it is the same page; other addresses of the same server are not.
  const page = new URL('./', self.location.href).pathname;
  const wanted = pathname === page || pathname === `${page}index.html` ? './' : request;
  event.respondWith(
    caches
      .open(CACHE)
      .then((cache) => cache.match(wanted, { ignoreVary: true }))
      .then((found) => found ?? fetch(request)),
  );
});
