/** Which hosts a test may call besides the mocked ones. */
import { BlockList, isIP } from 'node:net';

/** None but loopback, loopback and these hosts (names, or `name:port`), or all. */
export type OtherHosts = 'refused' | 'allowed' | readonly string[];

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether a host may be called. */
export function mayCall(url: URL, otherHosts: OtherHosts): boolean {
  const name = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (otherHosts === 'allowed' || name === 'localhost' || name.endsWith('.localhost')) return true;
  const family = isIP(name);
  if (family !== 0 && loopback.check(name, family === 6 ? 'ipv6' : 'ipv4')) return true;
  if (otherHosts === 'refused') return false;
  return otherHosts.some((host) => [name, url.host.toLowerCase()].includes(host.toLowerCase()));
}

/** @throws {TypeError} if it is anything else */
export function checkOtherHosts(value: OtherHosts): void {
  if (
    value === 'refused' ||
    value === 'allowed' ||
    (Array.isArray(value) && value.every((host) => typeof host === 'string'))
  )
    return;
  throw new TypeError(
    `otherHosts must be 'refused', 'allowed' or an array of hosts; not ${JSON.stringify(value)}`,
  );
}
