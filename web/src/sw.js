// The service worker. It stores all files of this version, and serves them from the cache. A new
// version is fetched as a whole, and becomes active once no page of the old version is open. So
// files of two versions are never mixed. Requests to the engine of a server pass through.
//
// Files that few players need are stored when they are first used. Who has used one gets it with each
// new version.

const FILES = __FILES__;
const LATER = __LATER__;
const CACHE = 'ndoku-__VERSION__';

const isOld = (name) => name.startsWith('ndoku-') && name !== CACHE;
/** Returns the path of a file of this version. */
const pathOf = (file) => new URL(file, self.location.href).pathname;
/** Returns the name of a file without what changes with its content: `assets/photo.wasm`. */
const plainName = (path) => path.replace(/-[\w-]{8}(?=\.\w+$)/, '');

/** Returns the files for later use that an earlier version has stored. */
async function usedBefore() {
  const old = (await caches.keys()).filter(isOld);
  const stored = await Promise.all(
    old.map((name) => caches.open(name).then((cache) => cache.keys())),
  );
  const names = new Set(stored.flat().map(({ url }) => plainName(new URL(url).pathname)));
  return LATER.filter((file) => names.has(plainName(pathOf(file))));
}

async function install() {
  const [cache, used] = await Promise.all([caches.open(CACHE), usedBefore()]);
  const wanted = [...FILES, ...used];
  await cache.addAll(wanted.map((file) => new Request(file, { cache: 'no-cache' })));
}

self.addEventListener('install', (event) => event.waitUntil(install()));

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

/** Returns a stored file. Fetches any other one, and stores it if it is for later use. */
async function respond(request, wanted) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(wanted, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(request);
  const { pathname } = new URL(request.url);
  if (response.ok && LATER.some((file) => pathOf(file) === pathname))
    await cache.put(request, response.clone()).catch(() => {});
  return response;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  // The page is the same for all queries. Other addresses of the server are not.
  const page = new URL('./', self.location.href).pathname;
  const wanted = pathname === page || pathname === `${page}index.html` ? './' : request;
  event.respondWith(respond(request, wanted));
});
