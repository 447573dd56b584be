/** Routes the requests of a process to mocks of the API, through nock. */
import nock from 'nock';
import type { Interception, MockCore } from './create-outreach-mock.ts';
import { standInWhileTicksAreFaked } from './faked-ticks.ts';
import { mayCall } from './other-hosts.ts';
import type { OtherHosts } from './other-hosts.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

interface Door {
  readonly core: MockCore;
  readonly otherHosts: OtherHosts;
}

const doors = new Set<Door>();
let standDown = (): void => {};

/**
 * Starts intercepting.
 *
 * @throws {TypeError} if the address is already mocked
 */
export function interceptWithNock(core: MockCore, otherHosts: OtherHosts): Interception {
  if ([...doors].some((door) => door.core.baseUrl === core.baseUrl)) {
    throw new TypeError(`${core.baseUrl} is mocked already: close() that mock first, or use another baseUrl`);
  }
  const door = { core, otherHosts };
  let remove = addInterceptors(core);
  if (doors.size === 0) openHouse();
  doors.add(door);
  return {
    // A test may have called nock.cleanAll(), which drops ours too.
    reset: () => {
      remove();
      remove = addInterceptors(core);
      allowHosts();
    },
    end: () => {
      remove();
      doors.delete(door);
      if (doors.size === 0) closeHouse();
    },
  };
}

function addInterceptors(core: MockCore): () => void {
  const scope = nock(new URL(core.baseUrl).origin).persist();
  const interceptors = methods.map((method) => scope.intercept(isAnyPath, method).optionally());
  for (const interceptor of interceptors) interceptor.reply((request: Request) => reply(core, request));
  return () => {
    for (const interceptor of interceptors) nock.removeInterceptor(interceptor);
  };
}

function isAnyPath(): boolean {
  return true;
}

async function reply(core: MockCore, request: Request): Promise<[number, Buffer, Record<string, string>]> {
  // nock 15 loses the body, and a filter in it would be lost silently: all records would come.
  if (request.method === 'GET' && announcesBody(request.headers)) {
    throw core.miss(request, 'nock does not hand over the body of a GET; serve a sandbox for that');
  }
  const response = await core.answer(request);
  const bytes = Buffer.from(await response.arrayBuffer());
  return [response.status, bytes, Object.fromEntries(response.headers)];
}

function announcesBody(headers: Headers): boolean {
  return (headers.get('content-length') ?? '0') !== '0' || headers.has('transfer-encoding');
}

function openHouse(): void {
  if (!nock.isActive()) nock.activate();
  nock.emitter.on('no match', onNoMatch);
  allowHosts();
  standDown = standInWhileTicksAreFaked({
    answer: (request) => [...doors].find(({ core }) => core.covers(request.url))?.core.fetch(request) ?? null,
    miss: (request, reason) => missed(request, () => reason)[0] ?? new TypeError(reason),
  });
}

function closeHouse(): void {
  standDown();
  nock.emitter.off('no match', onNoMatch);
  nock.enableNetConnect();
  // nock answers 501 for an address that once was mocked; cleaning up when no mocks are active affects nothing else.
  if (nock.activeMocks().length === 0) nock.cleanAll();
}

// By default, nock answers 501 if the host is mocked, which the code under test may take for an answer, and lets other
// hosts fail with ENETUNREACH, which clients retry. The request fails with what is thrown here.
function onNoMatch(request: Request): void {
  const [miss] = missed(request, (isMocked) =>
    isMocked
      ? 'nock did not bring it to the mock: was nock.cleanAll() called, or is the method unusual?'
      : 'nobody mocks this host; name it in `otherHosts` if it may be called',
  );
  if (miss !== undefined) throw miss;
}

/** Remembers a request at each mock that it fails at: the one of its address, or those that forbid its host. */
function missed(
  request: Pick<Request, 'method' | 'url'>,
  reasonFor: (isMocked: boolean) => string,
): readonly TypeError[] {
  return [...doors]
    .map(({ core, otherHosts }) => ({ core, otherHosts, isMocked: core.covers(request.url) }))
    .filter(({ isMocked, otherHosts }) => isMocked || !mayCall(new URL(request.url), otherHosts))
    .map(({ core, isMocked }) => core.miss(request, reasonFor(isMocked)));
}

function allowHosts(): void {
  nock.enableNetConnect((host) =>
    [...doors].every(
      ({ core, otherHosts }) =>
        withPort(core.baseUrl) !== host && mayCall(new URL(`http://${host}`), otherHosts),
    ),
  );
}

/** A host in nock's form, which always names the port. */
function withPort(address: string): string {
  const { protocol, hostname, port } = new URL(address);
  return `${hostname}:${port === '' ? { 'http:': '80', 'https:': '443' }[protocol] : port}`;
}
